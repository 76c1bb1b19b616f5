import { describe, expect, it } from 'vitest';
import { ALLOW_ALL, DEFAULT_POLICY, denying } from '../../../src/policy/policy.ts';
import { tools } from '../../../src/tools/catalogue.ts';
import { durationOf, isError, outcomeWord, sentenceOf } from '../../../src/ui/shared/call-words.ts';
import { policyLine, verdictsFor } from '../../../src/ui/shared/policy-words.ts';
import { visibleText } from '../../../src/ui/shared/visible-text.ts';
import { entryOf } from '../../support/panel-states.ts';

describe('a call as a sentence', () => {
  const said = (more: Parameters<typeof entryOf>[1]): string => {
    const { who, deed } = sentenceOf(entryOf(1, { name: 'execute_cell', place: 7, ...more }));
    return `${who} ${deed}`;
  };

  it('says who did what to which cell, and whether it was done', () => {
    expect(said({ outcome: 'ok' })).toBe('Claude Code ran cell 7');
    expect(said({ outcome: 'running' })).toBe('Claude Code is running cell 7');
    expect(said({ outcome: 'running', note: 'waits' })).toBe('Claude Code wants to run cell 7');
    expect(said({ outcome: 'ok', name: 'add_text_cell' })).toBe('Claude Code added text cell 7');
    expect(said({ outcome: 'ok', name: 'add_code_cell', place: null })).toBe('Claude Code added a code cell');
    expect(said({ outcome: 'denied' })).toBe('Claude Code wanted to run cell 7');
    expect(said({ outcome: 'paused' })).toBe('Claude Code wanted to run cell 7');
    expect(said({ outcome: 'timeout' })).toBe('Claude Code tried to run cell 7');
    expect(said({ outcome: 'ok', agent: null })).toBe('The agent ran cell 7');
  });

  it('finds the cell by what was seen of it, where the call does not say it', () => {
    const entry = entryOf(1, { name: 'edit_cell', place: null, subject: 'c', outcome: 'ok' });
    expect(sentenceOf(entry, (cellId) => (cellId === 'c' ? 3 : null)).deed).toBe('edited cell 3');
    expect(sentenceOf(entry).deed).toBe('edited a cell');
    expect(sentenceOf({ ...entry, subject: null }, () => 3).deed).toBe('edited a cell');
  });

  it('has words of its own for every tool, and the bare name for one that it does not know', () => {
    for (const { name } of tools) expect(said({ name })).not.toContain(name);
    expect(said({ name: 'brew_tea' })).toBe('Claude Code called brew_tea');
  });

  it('says how long it took and how it ended', () => {
    expect(durationOf(entryOf(1, { durationMs: 2_345 }))).toBe('2.3 s');
    expect(durationOf(entryOf(1, { durationMs: 59_970 }))).toBe('1 min 0 s');
    expect(durationOf(entryOf(1, { durationMs: 125_400 }))).toBe('2 min 5 s');
    expect(durationOf(entryOf(1, { durationMs: null }))).toBe('');
    expect(durationOf(entryOf(1, { durationMs: 49 }))).toBe('');
    expect(outcomeWord(entryOf(1, { outcome: 'internal' }))).toBe('error');
    expect(outcomeWord(entryOf(1, { outcome: 'ok' }))).toBe('');
    expect(outcomeWord(entryOf(1, { outcome: 'ok', note: 'error' }))).toBe('error in the cell');
    expect(isError(entryOf(1, { outcome: 'ok', note: 'error' }))).toBe(true);
    expect(isError(entryOf(1, { outcome: 'ok', note: 'running' }))).toBe(false);
    expect(outcomeWord(entryOf(1, { outcome: 'running', note: 'waits' }))).toBe('waits for your answer');
  });
});

describe('what agents may do, in words', () => {
  it('is short', () => {
    expect(policyLine(ALLOW_ALL.verdicts)).toBe('Agents may do everything here without asking.');
    expect(policyLine(DEFAULT_POLICY.verdicts)).toBe(
      'Agents may read, edit, run code and use files. They ask before they change the runtime or use secrets.',
    );
    expect(policyLine(denying('read', 'edit', 'run', 'runtime', 'files', 'secrets').verdicts)).toBe(
      'Agents may do nothing here.',
    );
    const { verdicts } = denying('secrets', 'files');
    expect(policyLine({ ...verdicts, edit: 'propose', run: 'ask' })).toBe(
      'Agents may read and change the runtime. They show you every edit first. They ask before they run code. They may never use files or use secrets.',
    );
  });

  it('offers to see every edit first, and nothing else', () => {
    expect(verdictsFor('edit')).toContain('propose');
    expect(verdictsFor('run')).toEqual(['allow', 'ask', 'deny']);
  });
});

describe('a text with nothing hidden in it', () => {
  it('shows marks that turn the direction of writing, and leaves all else as it is', () => {
    expect(visibleText('a\u202Eb\u2066c\u200F')).toBe('a[U+202E]b[U+2066]c[U+200F]');
    const plain = 'שלום 👩‍💻 <img onerror=x>\n\ttab';
    expect(visibleText(plain)).toBe(plain);
  });
});
