import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsentAnswer } from '../../../src/ui/consent/ask-consent.ts';
import { askConsent, isAskingConsent } from '../../../src/ui/consent/ask-consent.ts';
import type { FakeDocument, FakeElement } from './fake-dom.ts';
import { installDom } from './fake-dom.ts';

const DEAF_MS = 500;
const ASKER = { port: 8765, agent: 'Claude Code', isSuspect: false };

describe('the question for consent', () => {
  let document: FakeDocument;
  let withdrawal: AbortController;
  let answer: ConsentAnswer | null;

  beforeEach(() => {
    vi.useFakeTimers();
    document = installDom();
    withdrawal = new AbortController();
    answer = null;
  });
  afterEach(() => {
    withdrawal.abort();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function ask(): FakeElement {
    void askConsent(ASKER, withdrawal.signal).then((given) => {
      answer = given;
    });
    return host();
  }
  function host(): FakeElement {
    const found = hosts()[0];
    if (!found) throw new Error('No question is shown.');
    return found;
  }
  const hosts = (): FakeElement[] =>
    document.documentElement?.children.filter(({ id }) => id === 'cellwire-consent') ?? [];
  const parts = (name: string): FakeElement[] =>
    host()
      .all()
      .filter((part) => part.name === name);
  function button(label: string): FakeElement {
    const found = parts('button').find(({ textContent }) => textContent === label);
    if (!found) throw new Error(`There is no button ${label}.`);
    return found;
  }
  /** Whether the page still gets the key. */
  function press(key: Record<string, unknown>): 'taken' | 'left' {
    let heard: 'taken' | 'left' = 'left';
    const take = (): void => {
      heard = 'taken';
    };
    document.window.dispatch('keydown', {
      isTrusted: true,
      preventDefault: () => {},
      stopImmediatePropagation: take,
      ...key,
    });
    return heard;
  }
  /** What the page does is noticed at the end of its task. */
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

  it('says who asks for what, on top of the page and out of its reach', () => {
    const shown = ask();
    expect(shown.isOpen).toBe(true);
    expect(shown.shadow?.mode).toBe('closed');
    expect(shown.shadow?.root.adoptedStyleSheets).toEqual([
      { rules: expect.stringContaining('display: block !important') },
    ]);
    expect(shown.textContent).toBe('');
    const [card] = parts('section');
    expect(Object.fromEntries(card?.attributes ?? [])).toEqual({
      role: 'alertdialog',
      'aria-label': 'Cellwire asks for access to this notebook',
      'aria-keyshortcuts': 'Alt+Shift+A',
    });
    expect(card?.text).toBe(
      [
        'Cellwire',
        'May Claude Code work in this notebook?',
        'This is what the program calls itself; Cellwire cannot check it. ',
        'It runs on this computer, at localhost:8765.',
        'It will be able to',
        'read all cells and their outputs',
        'change, add and delete cells',
        'run code on your runtime',
        'You see what it does, and can pause it, undo its changes and disconnect it at any time. ',
        'Alt+Shift+A brings you to this question.',
        'Allow once',
        'Always for this notebook',
        'Not now',
      ].join(''),
    );
    expect(parts('button').map(({ className, textContent }) => [className, textContent])).toEqual([
      ['text-button strong', 'Allow once'],
      ['text-button', 'Always for this notebook'],
      ['text-button', 'Not now'],
    ]);
  });

  it('shows a name that was made to mislead as what it is', () => {
    void askConsent(
      { port: 1, agent: `<b>\u202Eevil\n${'x'.repeat(10_000)}`, isSuspect: false },
      withdrawal.signal,
    );
    const [name] = parts('bdi');
    expect(name?.textContent).toBe(`<b> evil ${'x'.repeat(31)}`);
  });

  it.each([
    ['nobody has the focus', null, true],
    ['somebody types', 'textarea', false],
  ])('takes the focus when %s: %s', (_what, active, isTaken) => {
    document.activeElement = active === null ? document.documentElement : document.createElement(active);
    ask();
    expect(parts('section')[0] === document.activeElement).toBe(isTaken);
  });

  it('is known to stand as long as it does', async () => {
    expect(isAskingConsent()).toBe(false);
    ask();
    expect(isAskingConsent()).toBe(true);
    withdrawal.abort();
    await settle();
    withdrawal.abort();
    expect(isAskingConsent()).toBe(false);
  });

  it('is gone to by a key that a person pressed, and by no other; keys within it stay there', () => {
    const shown = ask();
    const [card] = parts('section');
    const typing = document.createElement('textarea');
    document.activeElement = typing;
    const key = { key: 'A', code: 'KeyA', altKey: true, shiftKey: true };
    for (const other of [
      { isTrusted: false },
      { shiftKey: false },
      { repeat: true },
      { key: 'B', code: 'KeyB' },
    ]) {
      press({ ...key, ...other });
      expect(document.activeElement).toBe(typing);
    }
    expect(press(key)).toBe('taken');
    expect(document.activeElement).toBe(card);
    expect(press({ key: 'Enter', target: shown })).toBe('taken');
    expect(press({ key: 'Enter', target: typing })).toBe('left');
    withdrawal.abort();
    expect(press(key)).toBe('left');
  });

  it.each<[string, ConsentAnswer]>([
    ['Not now', 'refused'],
    ['Allow once', 'once'],
    ['Always for this notebook', 'always'],
  ])('"%s" means %s, and is the last of it', async (label, meant) => {
    ask();
    await wait(DEAF_MS);
    button(label).dispatch('click');
    await settle();
    expect(answer).toBe(meant);
    expect(hosts()).toEqual([]);
  });

  it('does not take a click of the first moments, which may have been meant for the page', async () => {
    ask();
    await wait(DEAF_MS - 1);
    button('Always for this notebook').dispatch('click');
    await settle();
    expect(answer).toBeNull();
    await wait(1);
    button('Allow once').dispatch('click');
    await settle();
    expect(answer).toBe('once');
  });

  it('does not take a click that no user made', async () => {
    ask();
    await wait(60_000);
    for (const made of parts('button')) made.dispatch('click', false);
    await settle();
    expect(answer).toBeNull();
    expect(host().isOpen).toBe(true);
  });

  it('that is withdrawn goes, unanswered', async () => {
    ask();
    withdrawal.abort();
    await settle();
    expect(answer).toBe('unanswered');
    expect(hosts()).toEqual([]);
  });

  it('that was withdrawn before its turn is never shown', async () => {
    withdrawal.abort();
    expect(await askConsent(ASKER, withdrawal.signal)).toBe('unanswered');
    expect(hosts()).toEqual([]);
  });

  it('that cannot be shown fails, and leaves nothing behind', async () => {
    const trouble = new Error('NotSupportedError');
    const { createElement } = document;
    document.createElement = (name) => Object.assign(createElement(name), { trouble });
    await expect(askConsent(ASKER, withdrawal.signal)).rejects.toThrow(trouble);
    expect(hosts()).toEqual([]);
  });

  describe('is put back', () => {
    const elsewhere = (): FakeElement => {
      const body = document.createElement('body');
      document.documentElement?.append(body);
      return body;
    };

    it.each<[string, (shown: FakeElement) => void]>([
      ['removes it', (shown) => shown.remove()],
      ['moves it', (shown) => elsewhere().append(shown)],
      ['hides it', (shown) => shown.hidePopover()],
      [
        'makes it no popover any more',
        (shown) => {
          shown.popover = null;
          shown.hidePopover();
        },
      ],
    ])('when the page %s, and is deaf for a moment again', async (_what, act) => {
      const shown = ask();
      await wait(DEAF_MS);
      act(shown);
      await settle();
      expect(hosts()).toEqual([shown]);
      expect(shown.isOpen).toBe(true);
      await wait(DEAF_MS - 1);
      button('Always for this notebook').dispatch('click');
      await settle();
      expect(answer).toBeNull();
      await wait(1);
      button('Allow once').dispatch('click');
      await settle();
      expect(answer).toBe('once');
    });

    it('into a document that is written anew', async () => {
      const shown = ask();
      document.clear();
      await settle();
      expect(answer).toBeNull();
      const root = document.write();
      await settle();
      expect(root.children).toEqual([shown]);
      expect(shown.isOpen).toBe(true);
      shown.remove();
      await settle();
      expect(root.children).toEqual([shown]);
    });

    it('ten times at most: then it counts as not answered', async () => {
      const shown = ask();
      for (let shows = 1; shows < 10; shows += 1) {
        shown.remove();
        await settle();
        expect(shown.isOpen).toBe(true);
      }
      expect(answer).toBeNull();
      shown.remove();
      await settle();
      expect(answer).toBe('unanswered');
      expect(hosts()).toEqual([]);
    });

    it('unless that fails: then it counts as not answered', async () => {
      const shown = ask();
      shown.trouble = new Error('InvalidStateError');
      shown.hidePopover();
      await settle();
      expect(answer).toBe('unanswered');
      expect(hosts()).toEqual([]);
    });

    it('only as long as it is open', async () => {
      const shown = ask();
      await wait(DEAF_MS);
      button('Not now').dispatch('click');
      await settle();
      elsewhere();
      shown.dispatch('toggle');
      await settle();
      expect(hosts()).toEqual([]);
    });
  });

  it('stays where it is while the page goes about its work', async () => {
    const shown = ask();
    await wait(DEAF_MS);
    document.documentElement?.append(document.createElement('body'));
    shown.dispatch('toggle');
    await settle();
    button('Allow once').dispatch('click');
    await settle();
    expect(answer).toBe('once');
  });
});
