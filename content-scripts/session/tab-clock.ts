import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import { clock } from '../../src/clock/clock.ts';
import type { WakeTab } from '../../src/wire/messages.ts';
import { CLOCK_PORT, MOST_WAKE_MS } from '../../src/wire/messages.ts';
import type { ConnectedPage } from '../../src/wire/page-channel.ts';
import { hangUp } from './hang-up.ts';

/**
 * Lets the clocks of both worlds of this tab keep time while it is hidden. The link wakes them, whose timers the browser
 * does not hold back; while there is none, because it went away under us and is being made anew, the worker does.
 */
export class TabClock {
  readonly #page: Pick<ConnectedPage, 'holdBack'>;
  readonly #isOrphan: () => boolean;
  #port: Runtime.Port | null = null;
  /** By `performance.now()`; null when nothing is asked for. */
  #wakeAt: number | null = null;

  constructor(page: Pick<ConnectedPage, 'holdBack'>, isOrphan: () => boolean) {
    this.#page = page;
    this.#isOrphan = isOrphan;
    clock.wokenBy((ms) => this.#ask(ms));
    document.addEventListener('visibilitychange', () => this.tell());
  }

  /** Also to a page agent that has only just come, and to a link that was made anew. */
  tell(): void {
    clock.isHeldBack = document.hidden;
    this.#page.holdBack(document.hidden);
  }

  /** The page is put aside, and keeps no Port. */
  rest(): void {
    hangUp(this.#port);
    this.#port = null;
    this.#wakeAt = null;
  }

  #ask(ms: number): void {
    if (this.#isOrphan()) return;
    this.#wakeAt = performance.now() + ms;
    this.#port ??= this.#connect();
    this.#port.postMessage(ms);
  }

  #connect(): Runtime.Port {
    const port = browser.runtime.connect({ name: CLOCK_PORT });
    port.onMessage.addListener(() => this.#wake());
    port.onDisconnect.addListener(() => {
      if (this.#port !== port) return;
      this.#port = null;
      void this.#askWorker();
    });
    return port;
  }

  #wake(): void {
    this.#wakeAt = null;
    clock.wake();
  }

  async #askWorker(): Promise<void> {
    if (this.#wakeAt === null || this.#isOrphan()) return;
    const ms = Math.max(0, this.#wakeAt - performance.now());
    // What takes longer has nothing to do with the link that is gone, and need not keep the worker awake.
    if (ms > MOST_WAKE_MS) return;
    const message: WakeTab = { to: 'worker', type: 'wake-tab', ms };
    await browser.runtime.sendMessage(message).then(
      () => this.#wake(),
      // Updated or removed just now.
      () => {},
    );
  }
}
