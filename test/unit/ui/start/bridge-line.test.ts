import { describe, expect, it } from 'vitest';
import { bridgeLine } from '../../../../src/ui/start/model/bridge-line.ts';
import { CLAUDE, CURSOR, linkOf, tabStateOf } from '../../../support/panel-states.ts';

const NOTHING = { states: [], lastMet: null, failures: [] };
const MET = { agent: 'Claude Code', isOurBridge: true, at: Date.UTC(2026, 2, 14) };
const refused = linkOf(CLAUDE, 1, { refused: 'stopped' });
const retrying = linkOf(CLAUDE, 1, { phase: 'retrying', detail: 'No server answers.' });

describe('whether a bridge was seen', () => {
  it.each([
    ['nothing so far', NOTHING, 'idle', /^No bridge has been seen yet\./],
    [
      'one of before',
      { ...NOTHING, lastMet: MET },
      'idle',
      /^A bridge was here last on .*2026.*, with Claude Code\. None/,
    ],
    [
      'another server of before',
      { ...NOTHING, lastMet: { ...MET, isOurBridge: false } },
      'idle',
      /^A server other than Cellwire’s bridge was here/,
    ],
    [
      'two notebooks',
      { ...NOTHING, states: [tabStateOf([linkOf(CLAUDE, 1)]), tabStateOf([linkOf(CURSOR, 2)])] },
      'ready',
      /^Connected to 2 notebooks: Claude Code, Cursor\.$/,
    ],
    [
      'the user’s no',
      { ...NOTHING, states: [tabStateOf([refused])] },
      'idle',
      /^No bridge has been seen yet\./,
    ],
    [
      'nobody who answers',
      { ...NOTHING, states: [tabStateOf([retrying])] },
      'trouble',
      /port 8700.*not reachable/,
    ],
    [
      'a link that is being made',
      { ...NOTHING, states: [tabStateOf([linkOf(CLAUDE, 1, { phase: 'connecting' })])] },
      'idle',
      /^Connecting to the server on port 8700…$/,
    ],
    [
      'a question',
      { ...NOTHING, states: [tabStateOf([], { waitingForConsent: [8700] })] },
      'needs-you',
      /waits for your answer/,
    ],
  ] as const)('%s', (_name, facts, tone, words) => {
    const line = bridgeLine(facts);
    expect(line.tone).toBe(tone);
    expect(line.words).toMatch(words);
  });
});
