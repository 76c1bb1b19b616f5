import { resultIn } from '../../src/wire/json-rpc.ts';
import type { LinkMemo } from '../../src/wire/messages.ts';
import { replayId } from '../../src/wire/messages.ts';
import { notebookOfAddress } from '../../src/wire/notebook-id.ts';

const REMEMBERED = new Set(['initialize', 'resources/subscribe', 'resources/unsubscribe']);

/**
 * A server says `initialize` once per process and never again, not even after a tab reload; nor does it
 * subscribe again. So both are remembered here and said again to every session that is new.
 */
export class Handshake {
  #initialize: string | null = null;
  readonly #subscriptions = new Map<string, string>();

  /** Only what was granted: what is still open is asked again as it stands. True when there is something new. */
  answered(method: string, text: string, answer: string): boolean {
    if (!REMEMBERED.has(method) || resultIn(answer) === null) return false;
    if (method === 'initialize') this.#initialize = text;
    if (method === 'resources/subscribe') this.#subscriptions.set(uriOf(text), text);
    if (method === 'resources/unsubscribe') this.#subscriptions.delete(uriOf(text));
    return true;
  }

  get isDone(): boolean {
    return this.#initialize !== null;
  }

  forget(): void {
    this.#initialize = null;
    this.#subscriptions.clear();
  }

  /** What a new session must hear before anything else. */
  replay(notebookId: string): string[] {
    if (this.#initialize === null) return [];
    const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const subscriptions = this.#of(notebookId).map(([, text], index) => withId(text, index + 1));
    return [withId(this.#initialize, 0), initialized, ...subscriptions];
  }

  /** For a link that may have to take the place of this one. */
  get notes(): LinkMemo['handshake'] {
    return { initialize: this.#initialize, subscriptions: [...this.#subscriptions.values()] };
  }

  restore({ initialize, subscriptions }: LinkMemo['handshake']): void {
    this.#initialize = initialize;
    for (const text of subscriptions) this.#subscriptions.set(uriOf(text), text);
  }

  /** What the server wants to hear about. */
  subscriptionsTo(notebookId: string): string[] {
    return this.#of(notebookId).map(([uri]) => uri);
  }

  /** A tab shows one notebook after the other; what is not of any is for all of them. */
  #of(notebookId: string): Array<[uri: string, text: string]> {
    return [...this.#subscriptions].filter(([uri]) => (notebookOfAddress(uri) ?? notebookId) === notebookId);
  }
}

/** No server waits for these: it had its answer long ago. */
function withId(text: string, number: number): string {
  return JSON.stringify({ ...JSON.parse(text), id: replayId(number) });
}

function uriOf(text: string): string {
  return String(JSON.parse(text).params?.uri);
}
