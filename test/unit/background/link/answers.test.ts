import { describe, expect, it } from 'vitest';
import { Answers } from '../../../../background/link/answers.ts';

const answer = (id: string | null, text = `text of ${id}`) => ({ id, text });

describe('answers that a server is owed', () => {
  it('wait in the order they came, and are taken once', () => {
    const answers = new Answers();
    for (const id of ['a', null, 'b']) answers.hold(answer(id));
    expect(answers.isWaiting('b')).toBe(true);
    expect(answers.takeWaiting()).toEqual([answer('a'), answer(null), answer('b')]);
    expect(answers.isWaiting('b')).toBe(false);
    expect(answers.takeWaiting()).toEqual([]);
  });

  it('are kept up to a thousand, the latest ones', () => {
    const answers = new Answers();
    for (let count = 0; count < 1_001; count += 1) answers.hold(answer(`${count}`));
    const kept = answers.takeWaiting();
    expect(kept).toHaveLength(1_000);
    expect(kept[0]).toEqual(answer('1'));
  });

  it('wait again when they were sent and did not come', () => {
    const answers = new Answers();
    answers.noteSent(answer('a'));
    answers.noteSent(answer('b'));
    expect(answers.recall('b')).toBe(true);
    expect(answers.recall('c')).toBe(false);
    expect(answers.takeWaiting()).toEqual([answer('b')]);
  });

  it('are had again up to four million characters, the latest ones; what answers nobody counts for nothing', () => {
    const answers = new Answers();
    const million = 'x'.repeat(1_000_000);
    for (const id of ['a', 'b', 'c', 'd']) answers.noteSent(answer(id, million));
    answers.noteSent(answer(null, million));
    expect(answers.recall('a')).toBe(true);
    answers.noteSent(answer('e', 'x'));
    expect(['a', 'b', 'e'].map((id) => answers.recall(id))).toEqual([false, true, true]);
    // What was let go gives its room free.
    answers.noteSent(answer('f', 'x'.repeat(999_999)));
    expect(['b', 'c', 'f'].map((id) => answers.recall(id))).toEqual([true, true, true]);
  });

  it('are all forgotten with the server, and leave the room to the next', () => {
    const answers = new Answers();
    answers.hold(answer('a'));
    answers.noteSent(answer('b', 'x'.repeat(4_000_000)));
    answers.forget();
    expect(answers.takeWaiting()).toEqual([]);
    expect(answers.recall('b')).toBe(false);
    answers.noteSent(answer('c', 'x'.repeat(4_000_000)));
    expect(answers.recall('c')).toBe(true);
  });
});
