import type { Output } from '../../notebook/cell.ts';
import type { RunStatus } from '../../notebook/notebook.ts';
import type { OutputPatch } from '../../notebook/run-update.ts';
import { isRecord } from '../../wire/json.ts';

/** One message to the session stays well below what takes noticeable time to copy. */
const PIECE_CHARS = 500_000;

const STATUSES = ['ok', 'error', 'interrupted', 'not_started'] as const satisfies readonly RunStatus[];

/** The last event of a spool. */
export interface SpoolEnd {
  status: (typeof STATUSES)[number];
  executionCount: number | null;
  durationMs: number;
}

/** What stands at one place: a stream that may go on, or an output that may be replaced by its id. */
type Shown = { stream: string } | { output: Output; displayId: string | null };

/** What the code shows, from the events in which spool.py tells it. */
export class SpoolOutputs {
  #shown: Shown[] = [];
  #clearBeforeNext = false;
  end: SpoolEnd | null = null;

  apply(events: readonly unknown[]): OutputPatch[] {
    return events.flatMap((event) => (Array.isArray(event) ? this.#applyOne(event) : []));
  }

  #applyOne([kind, ...rest]: readonly unknown[]): OutputPatch[] {
    if (kind === 'stream') return this.#stream(String(rest[0]), String(rest[1]));
    if (kind === 'output') return this.#output(rest[0], rest[1]);
    if (kind === 'update') return this.#update(rest[0], rest[1], rest[2]);
    if (kind === 'clear' && rest[0] === true) this.#clearBeforeNext = true;
    else if (kind === 'clear') return this.#clear();
    else if (kind === 'end' && isRecord(rest[0])) this.end = readEnd(rest[0]);
    return [];
  }

  #stream(name: string, text: string): OutputPatch[] {
    const patches = this.#clearIfDue();
    const last = this.#shown.at(-1);
    if (!last || !('stream' in last) || last.stream !== name) {
      patches.push({
        op: 'put',
        index: this.#shown.length,
        output: { output_type: 'stream', name, text: [] },
      });
      this.#shown.push({ stream: name });
    }
    const index = this.#shown.length - 1;
    for (let at = 0; at < text.length; at += PIECE_CHARS) {
      patches.push({ op: 'append', index, text: text.slice(at, at + PIECE_CHARS) });
    }
    return patches;
  }

  #output(output: unknown, displayId: unknown): OutputPatch[] {
    if (!isOutput(output)) return [];
    const patches = this.#clearIfDue();
    const index = this.#shown.length;
    this.#shown.push({ output, displayId: typeof displayId === 'string' ? displayId : null });
    return [...patches, { op: 'put', index, output }];
  }

  #update(displayId: unknown, data: unknown, metadata: unknown): OutputPatch[] {
    return this.#shown.flatMap((shown, index): OutputPatch[] => {
      if (!('output' in shown) || shown.displayId === null || shown.displayId !== displayId) return [];
      shown.output = { ...shown.output, data, metadata };
      return [{ op: 'put', index, output: shown.output }];
    });
  }

  #clearIfDue(): OutputPatch[] {
    return this.#clearBeforeNext ? this.#clear() : [];
  }

  #clear(): OutputPatch[] {
    this.#clearBeforeNext = false;
    if (this.#shown.length === 0) return [];
    this.#shown = [];
    return [{ op: 'cut', length: 0 }];
  }
}

function isOutput(value: unknown): value is Output {
  return isRecord(value) && typeof value.output_type === 'string';
}

function readEnd({ status, executionCount, durationMs }: Record<string, unknown>): SpoolEnd {
  return {
    status: STATUSES.find((known) => known === status) ?? 'error',
    executionCount: typeof executionCount === 'number' ? executionCount : null,
    durationMs: typeof durationMs === 'number' ? durationMs : 0,
  };
}
