import { describe, expect, it } from 'vitest';
import { ALLOW_ALL } from '../../../src/policy/policy.ts';
import { linkDetail, linkTone, linkWord, stateLine } from '../../../src/ui/shared/state-line.ts';
import type { LinkState } from '../../../src/wire/messages.ts';
import { EMPTY_VIEW } from '../../support/fake-session.ts';
import {
  ASKING_VIEW,
  BUSY_VIEW,
  CLAUDE,
  CURSOR,
  entryOf,
  linkOf,
  tabStateOf,
} from '../../support/panel-states.ts';

const claude = (more: Partial<LinkState> = {}): LinkState => linkOf(CLAUDE, 1, more);
const cursor = (more: Partial<LinkState> = {}): LinkState => linkOf(CURSOR, 1, more);

describe('how a notebook stands, in one line', () => {
  const words = (links: LinkState[], more = {}, view: Parameters<typeof stateLine>[1] = EMPTY_VIEW): string =>
    stateLine(tabStateOf(links, more), view).words;

  it('names those that are connected, and those that work', () => {
    expect(words([])).toBe('No agent is connected to this notebook.');
    expect(words([claude()])).toBe('Claude Code is connected.');
    expect(words([claude(), cursor()])).toBe('Claude Code and Cursor are connected.');
    expect(words([claude(), cursor({ busy: true })])).toBe('Cursor is working.');
    expect(words([claude({ agent: "an agent by Google's server" })])).toBe(
      "An agent by Google's server is connected.",
    );
  });

  it('says what is not there yet, or not any more', () => {
    expect(words([claude({ phase: 'connecting' })])).toBe('Connecting to Claude Code…');
    expect(words([claude({ phase: 'retrying', detail: 'No server answers.' })])).toBe(
      'Claude Code: not reachable.',
    );
    expect(words([claude({ phase: 'retrying', refused: 'stopped' })])).toBe(
      'No agent is connected. You can connect again.',
    );
    expect(words([claude({ refused: 'disconnected' }), cursor()])).toBe('Cursor is connected.');
    const left = { left: ['Claude Code'] };
    expect(words([], left)).toBe('Claude Code ended the connection to this notebook.');
    expect(words([cursor()], left)).toBe('Cursor is connected.');
  });

  it('says what is done now, by whom', () => {
    expect(words([claude()], {}, BUSY_VIEW)).toBe('Claude Code is running cell 7.');
    const [run] = BUSY_VIEW.runs;
    const runs = run ? [{ ...run, agent: null, place: null }] : [];
    expect(words([claude()], {}, { ...EMPTY_VIEW, runs })).toBe('You are running a cell.');
    const now = [entryOf(1, { name: 'get_cells', outcome: 'running' })];
    expect(words([claude()], {}, { ...EMPTY_VIEW, now })).toBe('Claude Code is reading cells.');
  });

  it('puts what waits for the user before all else, then a pause', () => {
    const paused = { policy: { ...ALLOW_ALL, paused: true } };
    expect(words([claude()], paused, ASKING_VIEW)).toBe('Claude Code wants to run this cell.');
    expect(words([claude()], paused, { ...ASKING_VIEW, questions: [] })).toBe(
      'Cursor proposes a change of cell 3.',
    );
    expect(words([claude()], paused, BUSY_VIEW)).toBe(
      'Paused: agents can begin nothing new. What runs goes on.',
    );
    expect(words([claude({ refused: 'stopped' })], paused)).toBe(
      'No agent is connected. You can connect again.',
    );
    expect(words([], paused)).toBe('No agent is connected to this notebook.');
    expect(words([claude({ phase: 'connecting' })], { waitingForConsent: [8700, 9] }, ASKING_VIEW)).toBe(
      'Claude Code and a program on port 9 wait for your answer in the notebook. Reload the tab if it shows no question.',
    );
  });

  it('has a tone that goes with the words', () => {
    expect(stateLine(tabStateOf([claude()]), null).tone).toBe('ready');
    expect(stateLine(tabStateOf([claude()]), ASKING_VIEW).tone).toBe('needs-you');
    expect(stateLine(tabStateOf([claude({ phase: 'retrying', detail: 'x' })]), null).tone).toBe('trouble');
  });
});

describe('how one agent stands', () => {
  it('is said in a word or two', () => {
    expect(linkWord(claude({ busy: true }))).toBe('Working');
    expect(linkWord(claude({ refused: 'not-now' }))).toBe('Not allowed by you');
    expect(linkWord(claude({ phase: 'server-busy' }))).toBe('Server is busy');
    expect(linkTone(claude({ refused: 'stopped', detail: 'x', phase: 'retrying' }))).toBe('idle');
    expect(linkTone(claude({ detail: 'x', phase: 'retrying' }))).toBe('trouble');
  });

  it('comes with what more there is to say', () => {
    expect(linkDetail(claude({ detail: 'Update the bridge.' }))).toBe('Update the bridge.');
    expect(linkDetail(claude({ phase: 'retrying', detail: 'Nobody there.' }))).toBe(
      'Nobody there. Trying again by itself.',
    );
    expect(linkDetail(claude({ phase: 'resting', detail: 'Nobody there.' }))).toBe('Nobody there.');
    expect(linkDetail(claude({ refused: 'stopped', detail: 'x' }))).toBeNull();
  });
});
