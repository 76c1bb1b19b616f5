/** Of requests that no server waits for: it had its answer long ago. */
const REPLAY_ID = 'cellwire-replayed-';
const REMEMBERED = new Set(['initialize', 'resources/subscribe', 'resources/unsubscribe']);

/**
 * A server says `initialize` once per process and never again, not even after a tab reload; nor does it
 * subscribe again. So both are remembered here and said again to every session that is new.
 */
export class Handshake {
  #initialize: string | null = null;
  readonly #subscriptions = new Map<string, string>();

  /** Only what was granted: what is still open is asked again as it stands. */
  answered(method: string, text: string, answer: string): void {
    if (!REMEMBERED.has(method) || !('result' in JSON.parse(answer))) return;
    if (method === 'initialize') this.#initialize = text;
    if (method === 'resources/subscribe') this.#subscriptions.set(uriOf(text), text);
    if (method === 'resources/unsubscribe') this.#subscriptions.delete(uriOf(text));
  }

  get isDone(): boolean {
    return this.#initialize !== null;
  }

  forget(): void {
    this.#initialize = null;
    this.#subscriptions.clear();
  }

  /** What a new session must hear before anything else. */
  replay(): string[] {
    if (this.#initialize === null) return [];
    const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const subscriptions = [...this.#subscriptions.values()].map((text, index) => withId(text, index + 1));
    return [withId(this.#initialize, 0), initialized, ...subscriptions];
  }

  /** What the server wants to hear about. */
  get subscriptions(): Iterable<string> {
    return this.#subscriptions.keys();
  }
}

function withId(text: string, number: number): string {
  return JSON.stringify({ ...JSON.parse(text), id: REPLAY_ID + number });
}

function uriOf(text: string): string {
  return String(JSON.parse(text).params?.uri);
}
