import { isRecord } from '../../../src/wire/json.ts';
import type { ToolServer } from './tool-server.ts';
import type { Transcript } from './transcript.ts';

const INTERRUPT = 'interrupt_execution';
const INTERRUPT_WITHIN_MS = 10_000;

/** What the agent has set running and not seen end: it is not left behind when the user ends the agent. */
export class RunsUnderWay {
  readonly #running = new Set<string>();
  #calls = 0;

  /** A call that may run code has begun; without an end of it, something may run. */
  begin(): void {
    this.#calls += 1;
  }

  end(): void {
    this.#calls -= 1;
  }

  /** What a result says of a run, in itself or beside what it did. */
  note(data: Record<string, unknown>): void {
    for (const run of [data, data.run, ...(Array.isArray(data.runs) ? data.runs : [])]) {
      if (!isRecord(run) || typeof run.runId !== 'string') continue;
      if (run.status === 'running') this.#running.add(run.runId);
      else this.#running.delete(run.runId);
    }
  }

  /** For when the agent ends by itself: what it was told to start goes on. */
  tell(transcript: Transcript): void {
    if (this.#running.size > 0)
      transcript.noted(`Still running in the notebook: ${[...this.#running].join(', ')}.`);
  }

  async interrupt(server: ToolServer, transcript: Transcript): Promise<void> {
    if (this.#calls === 0 && this.#running.size === 0) return;
    if (!server.tools.some(({ name }) => name === INTERRUPT)) {
      transcript.noted('What the agent runs may still be running: this server has no tool to interrupt it.');
      return;
    }
    const { signal } = new AbortController();
    try {
      const result = await server.call(INTERRUPT, {}, { signal, timeoutMs: INTERRUPT_WITHIN_MS });
      const data = isRecord(result.structuredContent) ? result.structuredContent : {};
      if (result.isError === true) throw new Error(JSON.stringify(result.content));
      if (data.stillRunning === true)
        transcript.noted('What was running is told to stop, and still winds up.');
      else
        transcript.noted(
          data.interrupted === false ? 'Nothing was running any more.' : 'What was running is interrupted.',
        );
    } catch (error) {
      transcript.noted(`What was running could not be interrupted: ${String(error)}. Look at the notebook.`);
    }
  }
}
