import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../../src/ui/start/model/diagnosis.ts';
import { diagnosisText } from '../../../../src/ui/start/model/diagnosis-text.ts';
import type { Facts } from '../../../../src/ui/start/model/facts.ts';
import { browserName } from '../../../../src/ui/start/model/platform.ts';
import type { LinkState } from '../../../../src/wire/messages.ts';
import { CLAUDE, HOSTILE, linkOf, tabStateOf } from '../../../support/panel-states.ts';

const HEALTHY: Facts = {
  states: [],
  lastMet: { agent: 'Claude Code', isOurBridge: true, at: Date.UTC(2026, 2, 14) },
  failures: [],
  version: '1.2.3',
  browser: 'Chrome or Chromium 143',
  browserVersion: 143,
  oldestBrowser: 120,
  isPinned: true,
  sites: [],
  missingSites: [],
  hasLinkDocument: false,
  rulePorts: [],
  colabTabs: 1,
  silentTabs: 0,
};

const linked = (news: Partial<LinkState>, facts: Partial<Facts> = {}): Facts => ({
  ...HEALTHY,
  states: [tabStateOf([linkOf(CLAUDE, 1, news)])],
  hasLinkDocument: true,
  rulePorts: [8700],
  ...facts,
});

/** What is not ok, in a word each. */
const troubles = (facts: Facts): string[] =>
  diagnose(facts)
    .filter(({ grade }) => grade !== 'ok')
    .map(({ grade, title }) => `${title}: ${grade}`);

describe('the diagnosis', () => {
  it('finds nothing where nothing is wrong, with a link or without', () => {
    expect(troubles(HEALTHY)).toEqual([]);
    expect(troubles(linked({}))).toEqual([]);
    expect(troubles(linked({ busy: true }))).toEqual([]);
  });

  it.each<[string, Facts, string[]]>([
    ['an old browser', { ...HEALTHY, browserVersion: 119 }, ['Browser: failure']],
    ['no server so far', { ...HEALTHY, lastMet: null }, ['Server: warning']],
    [
      'sites that are kept away',
      { ...HEALTHY, missingSites: ['ws://localhost/*'] },
      ['Permissions: failure'],
    ],
    ['a tab from before', { ...HEALTHY, silentTabs: 1 }, ['Colab’s tabs: warning']],
    ['a document that is gone', linked({}, { hasLinkDocument: false }), ['Offscreen document: failure']],
    ['a rule that is gone', linked({}, { rulePorts: [1] }), ['Header rules: failure']],
    ['nobody who answers', linked({ phase: 'retrying', detail: 'No server answers.' }), ['Link: failure']],
    ['a server that is busy', linked({ phase: 'server-busy', detail: 'Busy.' }), ['Link: failure']],
    ['a link that is being made', linked({ phase: 'connecting' }), ['Link: warning']],
    ['the user’s no', linked({ refused: 'stopped' }), ['Link: warning']],
    ['halves that do not fit', linked({ detail: 'Update the extension.' }), ['Link: warning']],
    [
      'a question',
      { ...HEALTHY, states: [tabStateOf([], { waitingForConsent: [8700] })] },
      ['Consent: warning'],
    ],
    [
      'failures of before',
      { ...HEALTHY, failures: [{ port: 1, words: 'No server answers.', at: 0, times: 3 }] },
      ['Dialling: warning'],
    ],
  ])('names %s, and says what to do', (_name, facts, expected) => {
    expect(troubles(facts)).toEqual(expected);
    for (const { grade, mend } of diagnose(facts)) expect(mend === null).toBe(grade === 'ok');
  });

  it('tells the newest failure first, and how often it came', () => {
    const failures = [
      { port: 1, words: 'old', at: 0, times: 1 },
      { port: 2, words: 'new', at: 1, times: 2 },
    ];
    const told = diagnose({ ...HEALTHY, failures }).filter(({ title }) => title === 'Dialling');
    expect(told.map(({ words }) => words.slice(words.indexOf('port')))).toEqual([
      'port 2, 2 times: new',
      'port 1: old',
    ]);
  });

  it('as text has every line and every mend, and no secret', () => {
    const key = 'AAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB';
    const token = 'GXHVmM5HgKJh7qkTf-iyzw';
    const detail = `The server closed the connection (1008, ${key} or ${token}).`;
    const text = diagnosisText(diagnose(linked({ phase: 'retrying', detail, agent: HOSTILE })));
    expect(text).toContain('ok       Extension: Cellwire 1.2.3\n');
    expect(text).toContain('FAILURE  Link: ');
    expect(text).toContain('→ Start your agent again');
    for (const secret of [...key.split('.'), token, '\u202e']) expect(text).not.toContain(secret);
  });
});

describe('the name of the browser', () => {
  it.each([
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
      'Chrome or Chromium 143',
    ],
    ['Mozilla/5.0 AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36 Edg/142.0', 'Edge 142 (Chromium 143)'],
  ])('of %s', (userAgent, name) => {
    expect(browserName(userAgent)).toEqual([name, 143]);
  });
});
