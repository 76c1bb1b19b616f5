import { setTimeout as pause } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { boundText, countOf } from '../../../src/outputs/bound-text.ts';
import { isRecord } from '../../../src/wire/json.ts';
import type { Approvals } from './approvals.ts';
import type { Budget } from './budget.ts';
import { BudgetUsedUp } from './budget.ts';
import { PatientProgress } from './patient-progress.ts';
import type { Outcome, Planner, ToolCall } from './planner.ts';
import { PlanFailed } from './planner.ts';
import { RunsUnderWay } from './runs-under-way.ts';
import type { ToolClass } from './tool-classes.ts';
import { classesOf } from './tool-classes.ts';
import type { ToolServer } from './tool-server.ts';
import type { Transcript } from './transcript.ts';

/** Our tools give less; another server's may give anything. */
const MOST_RESULT_CHARS = 60_000;

export type Ending = 'done' | 'stopped' | 'budget' | 'failed';

export interface AgentParts {
  planner: Planner;
  server: ToolServer;
  approvals: Approvals;
  transcript: Transcript;
  budget: Budget;
  /** Ends the work. */
  signal: AbortSignal;
  /** Waited before each call, for a human who wants to watch. */
  paceMs?: number;
}

class EndedByUser extends Error {}

/** Plans, acts and observes, until there is nothing left to do, or a reason to end. */
export class AgentLoop {
  readonly #parts: AgentParts;
  readonly #done = new Map<string, number>();
  readonly #runs = new RunsUnderWay();
  #failed = 0;
  #cutOff: string | null = null;
  #notMade = 0;

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  async work(): Promise<Ending> {
    const { transcript, budget, planner } = this.#parts;
    const started = performance.now();
    transcript.begin(planner.about);
    const { ending, words } = await this.#stepByStep().then(
      () => ({ ending: 'done' as const, words: 'Done' }),
      (error: unknown) => this.#endingOf(error),
    );
    if (ending === 'stopped') await this.#runs.interrupt(this.#parts.server, transcript);
    else this.#runs.tell(transcript);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const cost = budget.used.tokens > 0 ? ` (${budget.inWords()})` : '';
    transcript.end(
      { ending, ...budget.used },
      `${words}: ${this.#summary(ending !== 'done')} in ${seconds} s${cost}.`,
    );
    return ending;
  }

  async #stepByStep(): Promise<void> {
    const { planner, budget, transcript, signal } = this.#parts;
    let outcomes: Outcome[] = [];
    for (;;) {
      signal.throwIfAborted();
      budget.step();
      const { say, calls, usage, isLast } = await planner.next(outcomes, signal);
      if (usage) budget.spend(usage);
      transcript.said(say);
      if (isLast) return;
      outcomes = [];
      for (const call of calls) outcomes.push(await this.#act(call));
    }
  }

  #endingOf(error: unknown): { ending: Ending; words: string } {
    const { signal } = this.#parts;
    if (signal.aborted || error instanceof EndedByUser) return { ending: 'stopped', words: 'Stopped by you' };
    if (error instanceof BudgetUsedUp) return { ending: 'budget', words: `${error.message} Until then` };
    if (error instanceof PlanFailed) return { ending: 'failed', words: `${error.message}\nUntil then` };
    throw error;
  }

  /** What was done, for whoever has to know where things stand. */
  #summary(isInDetail: boolean): string {
    const count = [...this.#done.values()].reduce((sum, one) => sum + one, 0);
    const names = [...this.#done].map(([name, times]) => (times > 1 ? `${name} × ${times}` : name));
    const extras = [
      ...(this.#cutOff !== null ? [`${this.#cutOff} was under way`] : []),
      ...(this.#failed > 0 ? [`${this.#failed} failed`] : []),
      ...(this.#notMade > 0 ? [`${this.#notMade} not made`] : []),
    ];
    const details = [...(isInDetail && names.length > 0 ? [names.join(', ')] : []), ...extras];
    return `${countOf(count, 'tool call')}${details.length > 0 ? ` (${details.join('; ')})` : ''}`;
  }

  async #act(call: ToolCall): Promise<Outcome> {
    const { server, approvals, transcript, signal, paceMs = 0 } = this.#parts;
    await pause(paceMs, undefined, { signal });
    transcript.called(call);
    const tool = server.tools.find(({ name }) => name === call.name);
    const problem = call.fault ?? (tool ? null : `There is no tool "${call.name}".`);
    if (!tool || problem !== null) {
      const names = tool ? '' : ` The tools are: ${server.tools.map(({ name }) => name).join(', ')}.`;
      return this.#leave(call, `${problem}${names} Nothing was done.`);
    }
    const classes = classesOf(tool, call.args);
    const decision = await approvals.decide(call, classes, signal);
    if (!decision.isAllowed) {
      const outcome = this.#leave(call, decision.reason);
      if (decision.endsAll) throw new EndedByUser();
      return outcome;
    }
    transcript.allowed(call, decision.by);
    return this.#count(await this.#call(call, classes));
  }

  async #call(call: ToolCall, classes: readonly ToolClass[]): Promise<Outcome> {
    const { server, transcript, signal } = this.#parts;
    const mayRun = classes.includes('run');
    if (mayRun) this.#runs.begin();
    const progress = new PatientProgress((message) => transcript.progress(message));
    try {
      const result = await server.call(call.name, call.args, {
        signal,
        onprogress: (message) => progress.note(message),
      });
      const outcome = outcomeOf(call, result);
      if (mayRun) this.#runs.end();
      this.#runs.note(outcome.data);
      return outcome;
    } catch (error) {
      if (signal.aborted) {
        this.#cutOff = call.name;
        throw error;
      }
      const said = server.said().trim();
      const why = error instanceof Error ? error.message : String(error);
      // It does not come back: every further call would say the same.
      if (isGone(error)) {
        throw new PlanFailed(`The MCP server is gone.${said ? ` It said: ${said.slice(-1_000)}` : ''}`);
      }
      return withoutResult(
        call,
        `The call has no result: ${why}. It may still be carried out; look before you repeat it.`,
      );
    } finally {
      progress.end();
    }
  }

  #count(outcome: Outcome): Outcome {
    const { name } = outcome.call;
    this.#done.set(name, (this.#done.get(name) ?? 0) + 1);
    if (outcome.isError) this.#failed += 1;
    this.#parts.transcript.got(outcome);
    return outcome;
  }

  /** A call that is not made, and why. */
  #leave(call: ToolCall, reason: string): Outcome {
    this.#notMade += 1;
    const outcome = withoutResult(call, reason);
    this.#parts.transcript.got(outcome);
    return outcome;
  }
}

const withoutResult = (call: ToolCall, text: string): Outcome => ({
  call,
  isError: true,
  text,
  data: {},
  pictures: [],
});

const isGone = (error: unknown): boolean =>
  error instanceof SdkError &&
  (error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected);

function outcomeOf(call: ToolCall, { content, structuredContent, isError = false }: CallToolResult): Outcome {
  const texts = content.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    if (block.type === 'resource_link') return [`[${block.name}: ${block.uri}]`];
    return block.type === 'image' ? [] : [`(${block.type})`];
  });
  return {
    call,
    isError,
    text: boundText(texts.join('\n'), MOST_RESULT_CHARS),
    data: isRecord(structuredContent) ? structuredContent : {},
    pictures: content.flatMap((block) =>
      block.type === 'image' ? [{ mimeType: block.mimeType, base64: block.data }] : [],
    ),
  };
}
