import { beforeEach, describe, expect, it, vi } from 'vitest';
import { performCall } from '../../../src/calls/perform-call.ts';
import { Journal } from '../../../src/journal/journal.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { ALLOW_ALL, denying } from '../../../src/policy/policy.ts';

const CALL = { name: 'edit_cell', effect: 'edits', subject: 'a' } as const;

describe('the way of every call', () => {
  let journal: Journal;
  let work: ReturnType<typeof vi.fn<() => Promise<string>>>;
  beforeEach(() => {
    journal = new Journal();
    work = vi.fn(async () => 'done');
  });

  const outcomes = (): string[] => journal.entries.map(({ outcome }) => outcome);
  const perform = (policy: Policy = ALLOW_ALL): Promise<string> =>
    performCall(CALL, { policy, journal }, work);

  it('writes down, does, and writes down that it went well', async () => {
    let during: string[] = [];
    work.mockImplementation(async () => {
      during = outcomes();
      return 'done';
    });
    expect(await perform()).toBe('done');
    expect(during).toEqual(['running']);
    expect(journal.entries).toMatchObject([{ ...CALL, outcome: 'ok' }]);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Policy]>([
    ['paused', { ...ALLOW_ALL, paused: true }],
    ['denied', denying('edit')],
  ])('ends before anything is done when it is %s, and that is written down', async (kind, policy) => {
    await expect(perform(policy)).rejects.toMatchObject({ kind });
    expect(work).not.toHaveBeenCalled();
    expect(journal.entries).toMatchObject([{ ...CALL, outcome: kind }]);
  });

  it.each([
    ['conflict', new Failure('conflict', 'Changed.', 'Look.')],
    ['internal', new TypeError('Oh.')],
    ['internal', 'not even an error'],
  ])('writes down what fails (%s), and passes it on as it was', async (kind, thrown) => {
    work.mockRejectedValue(thrown);
    const caught = await perform().catch((reason: unknown) => reason);
    expect(caught).toBe(thrown);
    expect(outcomes()).toEqual([kind]);
  });

  it('is under way as long as its work is', async () => {
    let finish = (_result: string): void => {};
    work.mockReturnValue(
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    const result = perform();
    await new Promise((resolve) => setImmediate(resolve));
    expect(outcomes()).toEqual(['running']);
    finish('late');
    expect(await result).toBe('late');
    expect(outcomes()).toEqual(['ok']);
  });
});
