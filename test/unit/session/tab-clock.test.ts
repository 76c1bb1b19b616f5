import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TabClock } from '../../../content-scripts/session/tab-clock.ts';
import { clock } from '../../../src/clock/clock.ts';
import { CLOCK_PORT } from '../../../src/wire/messages.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

/** The tab's end of its Port to the link's document. */
class ClockPort {
  readonly asked: unknown[] = [];
  readonly name: string;
  isConnected = true;
  wake = (): void => {};
  fall = (): void => {};
  onMessage = {
    addListener: (listener: () => void): void => {
      this.wake = listener;
    },
  };
  onDisconnect = {
    addListener: (listener: () => void): void => {
      this.fall = listener;
    },
  };

  constructor(name: string) {
    this.name = name;
  }

  postMessage(message: unknown): void {
    this.asked.push(message);
  }

  disconnect(): void {
    this.isConnected = false;
  }
}

describe('the clock of a tab', () => {
  const document = Object.assign(new EventTarget(), { hidden: false });
  const ports: ClockPort[] = [];
  const heldBack: boolean[] = [];
  const toWorker: unknown[] = [];
  let answer = (): void => {};
  let isOrphan = false;
  let tab: TabClock;
  const done = vi.fn();

  const setHidden = (hidden: boolean): void => {
    document.hidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', document);
    for (const list of [ports, heldBack, toWorker]) list.length = 0;
    isOrphan = false;
    document.hidden = false;
    done.mockClear();
    Object.assign(fakeBrowser.runtime, {
      connect: ({ name }: { name: string }) => {
        const port = new ClockPort(name);
        ports.push(port);
        return port;
      },
      sendMessage: (message: unknown) => {
        toWorker.push(message);
        return new Promise<void>((resolve) => {
          answer = resolve;
        });
      },
    });
    tab = new TabClock({ holdBack: (isHeldBack) => void heldBack.push(isHeldBack) }, () => isOrphan);
  });
  afterEach(() => {
    clock.isHeldBack = false;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('asks the link to be woken while the tab is hidden, and only then; the page agent is told', async () => {
    const timer = clock.after(500, done);
    await settled();
    expect(ports).toEqual([]);
    setHidden(true);
    await settled();
    expect(ports.map(({ name, asked }) => ({ name, asked }))).toEqual([{ name: CLOCK_PORT, asked: [500] }]);
    setHidden(false);
    clock.clear(timer);
    clock.clear(clock.after(100, done));
    await settled();
    expect(ports[0]?.asked).toEqual([500]);
    expect(heldBack).toEqual([true, false]);
  });

  it('is woken by the worker where there is no link, and asks a link again after that', async () => {
    setHidden(true);
    clock.after(500, done);
    await settled();
    ports[0]?.fall();
    await settled();
    expect(toWorker).toEqual([{ to: 'worker', type: 'wake-tab', ms: 500 }]);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 501);
    answer();
    await settled();
    expect(done).toHaveBeenCalledOnce();
    clock.clear(clock.after(30, done));
    clock.clear(clock.after(60, done));
    const last = clock.after(90, done);
    await settled();
    expect(ports[1]?.asked).toEqual([90]);
    clock.clear(last);
    vi.mocked(performance.now).mockRestore();
  });

  it('does not keep the worker awake for what takes long, nor ask where nobody can answer', async () => {
    setHidden(true);
    const timer = clock.after(30_000, done);
    await settled();
    ports[0]?.fall();
    await settled();
    isOrphan = true;
    clock.renew();
    await settled();
    expect(toWorker).toEqual([]);
    expect(ports).toHaveLength(1);
    clock.clear(timer);
  });

  it('keeps no Port of a page that is put aside', async () => {
    setHidden(true);
    const timer = clock.after(1_000, done);
    await settled();
    tab.rest();
    expect(ports[0]?.isConnected).toBe(false);
    tab.tell();
    await settled();
    expect(ports[1]?.asked).toEqual([1_000]);
    clock.clear(timer);
  });
});
