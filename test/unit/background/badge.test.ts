import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showBadge } from '../../../background/badge.ts';
import type { LinkState } from '../../../src/wire/messages.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const TAB = 7;
const link = (news: Partial<LinkState>): LinkState => ({
  linkId: 'link',
  tabId: TAB,
  port: 1234,
  phase: 'connecting',
  busy: false,
  isOurBridge: true,
  agent: 'Tester',
  refused: null,
  detail: null,
  ...news,
});
const open = link({ phase: 'open' });
const busy = link({ phase: 'open', busy: true });
const connecting = link({});
const refused = link({ phase: 'retrying', detail: 'No server answers.' });
/** A call that waits for its tab to come back. */
const cutOff = link({ phase: 'connecting', busy: true });

const GREEN = [0x18, 0x80, 0x38, 255];
const BLUE = [0x1a, 0x73, 0xe8, 255];
const GREY = [0x80, 0x86, 0x8b, 255];
const RED = [0xd9, 0x30, 0x25, 255];

describe('the badge', () => {
  beforeEach(() => fakeBrowser.reset());
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['no link', [], '', [0, 0, 0, 0], 'Cellwire'],
    ['a link that is being made', [connecting], '·', GREY, 'Cellwire: connecting'],
    ['a call without a tab', [cutOff], '·', GREY, 'Cellwire: connecting'],
    ['an open link', [open], 'on', GREEN, 'Cellwire: an agent is connected to this notebook'],
    ['a working agent', [busy], '…', BLUE, 'Cellwire: the agent is working in this notebook'],
    ['a refused link', [refused], '!', RED, 'Cellwire: No server answers.'],
    ['an open one beside a refused one', [refused, open], 'on', GREEN, expect.any(String)],
    ['a working one beside idle ones', [open, connecting, busy], '…', BLUE, expect.any(String)],
    ['an idle one beside one that was cut off', [open, cutOff], 'on', GREEN, expect.any(String)],
    ['a refused one beside one that is being made', [connecting, refused], '!', RED, expect.any(String)],
  ])('of %s', async (_name, links, text, color, title) => {
    await showBadge(TAB, links);
    const tab = { tabId: TAB };
    expect(await fakeBrowser.action.getBadgeText(tab)).toBe(text);
    expect(await fakeBrowser.action.getBadgeBackgroundColor(tab)).toEqual(color);
    expect(await fakeBrowser.action.getTitle(tab)).toEqual(title);
  });

  it('is that of one tab alone', async () => {
    await showBadge(TAB, [open]);
    expect(await fakeBrowser.action.getBadgeText({ tabId: TAB + 1 })).toBe('');
    expect(await fakeBrowser.action.getBadgeText({})).toBe('');
    expect(await fakeBrowser.action.getTitle({})).toBe('');
  });

  it('of a tab that was closed meanwhile is nobody’s loss', async () => {
    vi.spyOn(fakeBrowser.action, 'setBadgeText').mockRejectedValue(new Error('No tab with id: 7.'));
    await expect(showBadge(TAB, [open])).resolves.toBeUndefined();
  });
});
