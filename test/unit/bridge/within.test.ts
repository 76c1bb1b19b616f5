import { expect, it } from 'vitest';
import { TimeUp, within } from '../../../bridge/within.ts';
import { heldBytes } from '../../support/heap.ts';

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

it('ends work that takes too long, whatever is collected meanwhile', async () => {
  const outer = new AbortController();
  const collecting = setInterval(heldBytes, 5);
  try {
    await expect(within(100, outer.signal, never)).rejects.toBeInstanceOf(TimeUp);
  } finally {
    clearInterval(collecting);
  }
});

it('ends with the signal that it was given, also one that is over', async () => {
  const outer = new AbortController();
  const pending = within(60_000, outer.signal, never);
  outer.abort('enough');
  await expect(pending).rejects.toBe('enough');
  await expect(within(60_000, outer.signal, async (signal) => signal.throwIfAborted())).rejects.toBe(
    'enough',
  );
});

it('gives what the work gives, and leaves nothing behind', async () => {
  const outer = new AbortController();
  let inner: AbortSignal | undefined;
  const work = async (signal: AbortSignal): Promise<string> => {
    inner = signal;
    return 'done';
  };
  expect(await within(60_000, outer.signal, work)).toBe('done');
  outer.abort();
  expect(inner?.aborted).toBe(false);
});
