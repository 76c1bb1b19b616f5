/** What may well work the next time: the network, a service that is full, a GPU whose memory is still being freed. */
export const TRANSIENT_ERRORS = [
  'ConnectionError',
  'ConnectionResetError',
  'ConnectionRefusedError',
  'TimeoutError',
  'ReadTimeout',
  'ConnectTimeout',
  'RemoteDisconnected',
  'ResourceExhausted',
  'ServiceUnavailable',
  'Too Many Requests',
  'CUDA out of memory',
  'OutOfMemoryError',
] as const;

const FIRST_DELAY_MS = 1_000;
const MOST_DELAY_MS = 30_000;

/** `error` is "Name: message"; the patterns are plain texts, whatever their case. */
export function isTransient(error: string, retryOn: readonly string[]): boolean {
  const text = error.toLowerCase();
  return retryOn.some((pattern) => text.includes(pattern.toLowerCase()));
}

/** Doubles with every retry, with jitter of a quarter, so that several notebooks do not knock together. */
export function retryDelayMs(retry: number, random: () => number): number {
  const delay = Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** retry);
  return Math.round(delay * (1 + random() * 0.25));
}
