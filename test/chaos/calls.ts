import type { Json, ToolAnswer } from '../support/agent.ts';
import { createAgent, objectIn } from '../support/agent.ts';
import type { BridgeUnderFault } from './bridge-under-fault.ts';
import type { Fate } from './marks.ts';

/** Every call is to end within this time. */
export const MOST_CALL_MS = 60_000;
/** Then it is worth a look why. */
const SLOW_MS = 20_000;
/** What the client waits, so that it sees how late the answer comes. */
const CLIENT_MS = 90_000;

/** These are found out before anything is done. */
const BEFORE_ALL = new Set(['invalid_input', 'not_found', 'conflict', 'denied', 'paused', 'not_connected']);
const NOTHING_DONE = /nothing was (done|changed|run)|was not (passed on|carried out)/i;

export interface Ended {
  fate: Fate;
  /** Null where the agent's own bridge has gone: then nobody is left to answer. */
  answer: ToolAnswer | null;
}

interface Noted {
  name: string;
  ended: string;
  ms: number;
}

/** Makes calls as an agent does, and keeps how each ended. */
export class Calls {
  readonly #bridge: BridgeUnderFault;
  readonly #tell: (text: string) => void;
  readonly #onSlow: (text: string) => void;
  readonly noted: Noted[] = [];
  /** What the failures said, without what differs from call to call. */
  readonly sentences = new Map<string, number>();

  constructor(
    bridge: BridgeUnderFault,
    { tell, onSlow }: { tell: (text: string) => void; onSlow: (text: string) => void },
  ) {
    this.#bridge = bridge;
    this.#tell = tell;
    this.#onSlow = onSlow;
  }

  async call(name: string, args: Json = {}): Promise<Ended> {
    const { client, log } = await this.#bridge.current;
    const startedAt = performance.now();
    const slow = setTimeout(
      () => this.#onSlow(`${name} waits; the bridge said: ${log().slice(-600)}`),
      SLOW_MS,
    );
    const agent = createAgent((tool, given) =>
      client.callTool({ name: tool, arguments: given }, { timeout: CLIENT_MS }),
    );
    const answer = await agent.ask(name, args).catch((error: unknown) => String(error));
    clearTimeout(slow);
    const ms = performance.now() - startedAt;
    const [ended, fate] =
      typeof answer === 'string' ? this.#unanswered(name, answer) : this.#answered(name, answer);
    this.noted.push({ name, ended, ms });
    if (ms > MOST_CALL_MS) this.#tell(`${name} took ${Math.round(ms / 1000)} s and ended as ${ended}`);
    return { fate, answer: typeof answer === 'string' ? null : answer };
  }

  #answered(name: string, { isError, data, text }: ToolAnswer): [string, Fate] {
    if (!isError) return ['done', 'acknowledged'];
    const { kind, message, next } = objectIn(data, 'error');
    const said = `${message} ${next}`;
    const sentence = `${kind}: ${name}: ${String(message).replace(/"[^"]*"|run-[\w-]+|\d+/g, '…')}`;
    this.sentences.set(sentence, (this.sentences.get(sentence) ?? 0) + 1);
    if (kind === 'internal') this.#tell(`${name} ended as internal: ${text.slice(0, 300)}`);
    const isNever = BEFORE_ALL.has(String(kind)) || NOTHING_DONE.test(said);
    return [String(kind), isNever ? 'never' : 'maybe'];
  }

  #unanswered(name: string, error: string): [string, Fate] {
    // Its process was killed: the client ends what is open with it.
    if (/closed|not connected|EPIPE/i.test(error)) return ['bridge gone', 'maybe'];
    this.#tell(`${name} got no result: ${error}`);
    return ['no result', 'maybe'];
  }
}
