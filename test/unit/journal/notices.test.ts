import { beforeEach, describe, expect, it } from 'vitest';
import { Notices } from '../../../src/journal/notices.ts';
import { CLAUDE, CODEX } from '../../support/agents.ts';

describe('what others did', () => {
  let notices: Notices;
  beforeEach(() => {
    notices = new Notices();
    notices.begin('claude');
    notices.begin('codex');
  });
  const toClaude = (): string[] => notices.take('claude');
  const toCodex = (): string[] => notices.take('codex');

  it('is told once to each, and not to who did it', () => {
    notices.cell(CLAUDE, 'edited', 'a');
    expect(toClaude()).toEqual([]);
    expect(toCodex()).toEqual(['Claude Code edited cell a.']);
    expect(toCodex()).toEqual([]);
    notices.cell(null, 'moved', 'b');
    expect([toClaude(), toCodex()]).toEqual([['The user moved cell b.'], ['The user moved cell b.']]);
    expect([toClaude(), toCodex()]).toEqual([[], []]);
  });

  it('is one sentence for things of one sort, each cell once', () => {
    for (const cellId of ['a', 'b', 'a']) notices.cell(null, 'edited', cellId);
    notices.cell(CODEX, 'edited', 'a');
    notices.cell(null, 'ran', 'a', 'it ended without an error');
    notices.cell(null, 'ran', 'b', 'it ended with an error');
    notices.say(null, 'The user paused agents in this notebook.');
    expect(toClaude()).toEqual([
      'The user edited cells a, b.',
      'Codex edited cell a.',
      'The user ran cell a: it ended without an error.',
      'The user ran cell b: it ended with an error.',
      'The user paused agents in this notebook.',
    ]);
  });

  it('names no more cells than a sentence can hold', () => {
    for (let n = 0; n < 15; n++) notices.cell(null, 'deleted', `c${n}`);
    expect(toClaude()).toEqual([
      'The user deleted 15 cells: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11 and 3 more.',
    ]);
  });

  it('is bounded, and says so', () => {
    for (let n = 0; n < 25; n++) notices.say(null, `${n}`);
    const told = toClaude();
    expect(told).toHaveLength(21);
    expect([told[0], told[1], told.at(-1)]).toEqual([
      'More happened than is told here: read the notebook again.',
      '5',
      '24',
    ]);
    for (let n = 0; n < 1_001; n++) notices.cell(null, 'edited', 'a');
    expect(toClaude()).toEqual([
      'More happened than is told here: read the notebook again.',
      'The user edited cell a.',
    ]);
  });

  it('is nothing of before its time, and can be for one alone', () => {
    notices.cell(null, 'edited', 'a');
    notices.begin('codex');
    notices.tell('codex', 'for you');
    expect([toClaude(), toCodex()]).toEqual([['The user edited cell a.'], ['for you']]);
  });

  it('remembers who deleted a cell', () => {
    notices.cell(null, 'deleted', 'a');
    notices.cell(CODEX, 'deleted', 'b');
    expect(['a', 'b', 'c'].map((id) => notices.whoDeleted(id))).toEqual(['the user', 'Codex', undefined]);
  });
});
