import { describe, expect, it } from 'vitest';
import { Timeline } from '../../../../src/ui/panel/model/timeline.ts';
import { filterEntries, isFiltering, NO_FILTER } from '../../../../src/ui/panel/model/timeline-filter.ts';
import { CURSOR, entriesUpTo, entryOf } from '../../../support/panel-states.ts';

const numbers = (entries: readonly { number: number }[]): number[] => entries.map(({ number }) => number);

describe('the timeline', () => {
  it('begins with the newest calls, and gets the earlier ones when they are fetched', () => {
    const timeline = new Timeline();
    expect(timeline.isComplete).toBe(true);
    const all = entriesUpTo(5);
    timeline.put(all.slice(2), 5);
    expect([numbers(timeline.entries), timeline.oldest, timeline.isComplete]).toEqual([[3, 4, 5], 3, false]);
    timeline.addEarlier(all.slice(0, 3).reverse());
    expect([numbers(timeline.entries), timeline.isComplete]).toEqual([[1, 2, 3, 4, 5], true]);
  });

  it('replaces a call that has changed and adds one that is new', () => {
    const timeline = new Timeline();
    timeline.put([entryOf(1), entryOf(2, { outcome: 'running' })], 2);
    timeline.put([entryOf(2, { outcome: 'denied' }), entryOf(3)], 3);
    expect(timeline.entries.map(({ outcome }) => outcome)).toEqual(['ok', 'denied', 'ok']);
    expect(timeline.total).toBe(3);
  });

  it('is another list when something has changed, so that whoever shows it sees that', () => {
    const timeline = new Timeline();
    timeline.put([entryOf(1)], 1);
    const before = timeline.entries;
    timeline.put([entryOf(1, { outcome: 'lost' })], 1);
    expect(timeline.entries).not.toBe(before);
    expect(before[0]?.outcome).toBe('ok');
  });

  it('begins anew where calls are missing, forgets what the session has forgotten, ignores what is older', () => {
    const timeline = new Timeline();
    timeline.put([entryOf(1), entryOf(2)], 2);
    timeline.put([entryOf(9)], 9);
    expect([numbers(timeline.entries), timeline.isComplete]).toEqual([[9], false]);
    timeline.put([entryOf(3)], 9);
    timeline.put([entryOf(10), entryOf(11)], 2);
    expect(numbers(timeline.entries)).toEqual([10, 11]);
  });

  it('is complete when there is nothing earlier, whatever was said', () => {
    const timeline = new Timeline();
    timeline.put([entryOf(7)], 10);
    timeline.addEarlier([]);
    expect(timeline.isComplete).toBe(true);
  });
});

describe('a filter of calls', () => {
  const entries = entriesUpTo(21);
  const none = (): null => null;
  const filtered = (filter: Partial<typeof NO_FILTER>): number[] =>
    numbers(filterEntries(entries, { ...NO_FILTER, ...filter }, none));

  it('lets everything pass, newest first, when it is empty', () => {
    expect(filtered({})).toEqual(numbers(entries).reverse());
    expect(isFiltering({ ...NO_FILTER, text: '  ' })).toBe(false);
  });

  it('knows agents, kinds, errors and words, and all of them together', () => {
    expect(filtered({ agent: CURSOR.id })).toEqual([21, 18, 15, 12, 9, 6, 3]);
    expect(filtered({ callClass: 'run' })).toEqual([20, 14, 8, 2]);
    expect(filtered({ callClass: 'other' })).toEqual([17, 11, 5]);
    expect(filtered({ onlyErrors: true })).toEqual([21, 14, 7]);
    expect(filtered({ text: ' RAN cell 9 ' })).toEqual([20, 8]);
    expect(filtered({ text: 'has changed since' })).toEqual([21, 14, 7]);
    expect(filtered({ callClass: 'run', onlyErrors: true, text: 'claude' })).toEqual([14]);
  });

  it('does not take a call that is under way for an error', () => {
    const running = [entryOf(1, { outcome: 'running' })];
    expect(filterEntries(running, { ...NO_FILTER, onlyErrors: true }, none)).toEqual([]);
  });
});
