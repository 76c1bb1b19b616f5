const REPLAY_ID = 'cellwire-replayed-initialize';

/**
 * A server says `initialize` once per process and never again, not even after a tab reload.
 * So it is remembered here and said again to every session that is new.
 */
export class Handshake {
  #initialize: string | null = null;

  /** Only one that was answered: one still open is asked again as it stands. */
  answered({ method, text }: { method: string; text: string | null }): void {
    if (method === 'initialize') this.#initialize = text;
  }

  get isDone(): boolean {
    return this.#initialize !== null;
  }

  forget(): void {
    this.#initialize = null;
  }

  /** What a new session must hear before anything else. */
  replay(): string[] {
    if (this.#initialize === null) return [];
    const request: unknown = JSON.parse(this.#initialize);
    if (typeof request !== 'object' || request === null) return [];
    return [
      JSON.stringify({ ...request, id: REPLAY_ID }),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    ];
  }

  /** The server had its answer long ago. */
  isReplayAnswer(id: string | number): boolean {
    return id === REPLAY_ID;
  }
}
