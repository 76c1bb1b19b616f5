import { createInterface } from 'node:readline/promises';
import type { ToolCall } from './planner.ts';
import type { ToolClass } from './tool-classes.ts';
import { TOOL_CLASS_WORDS } from './tool-classes.ts';
import { visibleText } from './visible-text.ts';

export type Decision =
  | { isAllowed: true; by: 'rule' | 'user' }
  | { isAllowed: false; reason: string; endsAll: boolean };

/** Where the user sits. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** What may be done without a question, and the questions about the rest. */
export class Approvals {
  readonly #allowed: Set<ToolClass>;
  #terminal: Terminal | null;

  /** Reading is always allowed. `terminal`: null where nobody can be asked. */
  constructor(allowed: Iterable<ToolClass>, terminal: Terminal | null) {
    this.#allowed = new Set<ToolClass>(['read', ...allowed]);
    this.#terminal = terminal;
  }

  async decide(call: ToolCall, classes: readonly ToolClass[], signal: AbortSignal): Promise<Decision> {
    const open = classes.filter((one) => !this.#allowed.has(one));
    if (open.length === 0) return { isAllowed: true, by: 'rule' };
    if (!this.#terminal) return refused(nobodyToAsk(open));
    const answer = await ask(questionOf(call, open), this.#terminal, signal);
    // The end of the input: nobody will answer any other question either.
    if (answer === null) {
      this.#terminal = null;
      return refused(nobodyToAsk(open));
    }
    const said = answer.trim();
    const word = said.toLowerCase();
    if (word === 'a' || word === 'all') for (const one of open) this.#allowed.add(one);
    if (['y', 'yes', 'a', 'all'].includes(word)) return { isAllowed: true, by: 'user' };
    if (word === 'q' || word === 'quit') {
      return { isAllowed: false, reason: 'The user ended the work.', endsAll: true };
    }
    const why = ['', 'n', 'no'].includes(word) ? '' : ` The user says: ${said}`;
    return refused(`The user said no to this call.${why} Do not try another way to the same thing.`);
  }
}

const refused = (reason: string): Decision => ({ isAllowed: false, reason, endsAll: false });

function nobodyToAsk(classes: readonly ToolClass[]): string {
  const words = classes.map((one) => TOOL_CLASS_WORDS[one]).join(' and to ');
  return `To ${words} has to be allowed by the user, and there is no terminal to ask in. Whoever starts the agent can allow it with --yes ${classes.join(',')}. Do without it, or say what is needed.`;
}

/** All of the call is shown: what is not seen cannot be agreed to. */
function questionOf({ name, args }: ToolCall, classes: readonly ToolClass[]): string {
  const words = classes.map((one) => TOOL_CLASS_WORDS[one]).join(' and to ');
  const lines = Object.entries(args).flatMap(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return text.includes('\n')
      ? [`    ${key}:`, ...text.split('\n').map((line) => `      | ${line}`)]
      : [`    ${key}: ${text}`];
  });
  const all = classes.map((one) => `"${one}"`).join(' and ');
  const shown = visibleText([`    ${name}`, ...lines].join('\n'));
  return `\n  The agent wants to ${words}:\n${shown}\n  Allow it? y = yes, a = all of ${all} from now on, n = no, q = end, or write why not: `;
}

/** Null at the end of the input. */
async function ask(
  question: string,
  { input, output }: Terminal,
  signal: AbortSignal,
): Promise<string | null> {
  // Not as a terminal of its own: Ctrl+C stays what it is everywhere else.
  const lines = createInterface({ input, output, terminal: false });
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  try {
    // Newer Nodes end the question with an error when the input ends, older ones not at all.
    const answer = lines.question(question, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
    return await Promise.race([answer, closed]);
  } finally {
    lines.close();
    input.pause();
  }
}
