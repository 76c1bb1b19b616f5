/** What was waited for did not come in time. */
export class TimeUp extends Error {
  constructor(ms: number) {
    super(`Nothing came within ${ms} ms.`);
  }
}

/**
 * Gives the work a signal that ends it when the time is up, or with `outer`. Not by AbortSignal.any of an
 * AbortSignal.timeout: Node may collect those before their time is up (nodejs/node#57736), and then nobody is told.
 */
export async function within<Result>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const inner = new AbortController();
  const end = (): void => inner.abort(outer.reason);
  const timer = setTimeout(() => inner.abort(new TimeUp(ms)), ms);
  outer.addEventListener('abort', end);
  if (outer.aborted) end();
  try {
    return await work(inner.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', end);
  }
}
