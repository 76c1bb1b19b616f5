import { setTimeout as pause } from 'node:timers/promises';
import type { ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '../../src/wire/json.ts';

/**
 * The SDK's clients drop a progress notification that they read in one go with the result of its call,
 * so the result keeps this distance from it.
 */
const DISTANCE_MS = 5;

/** Passes progress on to the agent under the agent's own token. */
export class ProgressRelay {
  readonly #context: ServerContext;
  readonly #token: string | number;
  #lastAt = -DISTANCE_MS;

  private constructor(context: ServerContext, token: string | number) {
    this.#context = context;
    this.#token = token;
  }

  /** Undefined when the agent did not ask for progress. */
  static for(context: ServerContext, params: Record<string, unknown>): ProgressRelay | undefined {
    const token = isRecord(params._meta) ? params._meta.progressToken : undefined;
    if (typeof token !== 'string' && typeof token !== 'number') return undefined;
    return new ProgressRelay(context, token);
  }

  readonly send = (progress: Record<string, unknown>): void => {
    const step = typeof progress.progress === 'number' ? progress.progress : 0;
    const params = { ...progress, progress: step, progressToken: this.#token };
    this.#lastAt = performance.now();
    // The agent may have gone; then the call ends by itself.
    this.#context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };

  async settle(): Promise<void> {
    if (performance.now() - this.#lastAt < DISTANCE_MS) await pause(DISTANCE_MS);
  }
}
