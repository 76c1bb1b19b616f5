import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { EXTENSION_ID } from '../../src/wire/socket.ts';
import type { LaunchOptions } from './browser.ts';
import { browserArguments, browserPath, CLOSES_START_PAGE, IS_LISTENING } from './browser.ts';
import { Cdp } from './cdp.ts';
import { temporaryFolder } from './temporary-folder.ts';

const Targets = z.object({
  targetInfos: z.array(z.object({ targetId: z.string(), type: z.string(), url: z.string() })),
});
const Versions = z.object({
  versions: z.array(z.object({ versionId: z.string(), scriptURL: z.string(), runningStatus: z.string() })),
});
const Evaluated = z.looseObject({
  result: z.looseObject({ value: z.unknown().optional() }),
  exceptionDetails: z.looseObject({ text: z.string() }).optional(),
});

/**
 * A Chromium as a user has it, with the extension and without the flags of automation: here tabs in the background are
 * really hidden, and can be frozen, discarded and killed.
 */
export class PlainBrowser {
  readonly cdp: Cdp;
  readonly #close: () => Promise<void>;
  #extensionPage: string | null = null;

  static async launch(options: LaunchOptions): Promise<PlainBrowser> {
    const profile = await temporaryFolder('profile');
    const process = spawn(
      await browserPath(),
      [
        ...browserArguments(options),
        `--user-data-dir=${profile.path}`,
        '--remote-debugging-port=0',
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const exited = once(process, 'exit');
    const address = await new Promise<string>((resolve, reject) => {
      exited.then(() => reject(new Error('The browser did not start.')), reject);
      createInterface(process.stderr).on('line', (line) => {
        const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
    });
    const cdp = await Cdp.connect(address);
    const browser = new PlainBrowser(cdp, async () => {
      await cdp.send('Browser.close').catch(() => process.kill());
      await exited;
      await profile.remove();
    });
    await browser.#workerSays(IS_LISTENING);
    await browser.#workerSays(CLOSES_START_PAGE);
    return browser;
  }

  private constructor(cdp: Cdp, close: () => Promise<void>) {
    this.cdp = cdp;
    this.#close = close;
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** Waits until this is true in the worker: see `browser.ts`. */
  async #workerSays(expression: string, isAnother = (_targetId: string): boolean => true): Promise<void> {
    for (;;) {
      const worker = (await this.#workers()).find(({ targetId }) => isAnother(targetId));
      if (worker && (await this.with(worker.targetId, (sessionId) => this.#isTrue(expression, sessionId))))
        return;
      await pause(50);
    }
  }

  async #workers(): Promise<Array<{ targetId: string }>> {
    return (await this.targets('service_worker')).filter(({ url }) => url.includes(EXTENSION_ID));
  }

  async #isTrue(expression: string, sessionId: string): Promise<boolean> {
    // A worker that is looked into while it starts waits for this.
    await this.cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const answer = Evaluated.parse(await this.cdp.send('Runtime.evaluate', asked, sessionId));
    return answer.result.value === true;
  }

  /** Opens a tab, which comes to the front. */
  async open(url: string): Promise<string> {
    const { targetId } = await this.cdp.send('Target.createTarget', { url });
    return String(targetId);
  }

  async targets(type: string): Promise<Array<{ targetId: string; url: string }>> {
    const { targetInfos } = Targets.parse(await this.cdp.send('Target.getTargets'));
    return targetInfos.filter((target) => target.type === type);
  }

  /** Does something while looking into a target, and looks away again: a tab that is looked into is not discarded. */
  async with<Result>(targetId: string, work: (sessionId: string) => Promise<Result>): Promise<Result> {
    const { sessionId } = await this.cdp.send('Target.attachToTarget', { targetId, flatten: true });
    try {
      return await work(String(sessionId));
    } finally {
      await this.cdp.send('Target.detachFromTarget', { sessionId }).catch(() => {});
    }
  }

  /** The value of an expression, or of a promise of it, in a target. */
  evaluate(targetId: string, expression: string): Promise<unknown> {
    return this.with(targetId, async (sessionId) => {
      const asked = { expression, awaitPromise: true, returnByValue: true };
      const answer = Evaluated.parse(await this.cdp.send('Runtime.evaluate', asked, sessionId));
      if (answer.exceptionDetails)
        throw new Error(`${expression}: ${JSON.stringify(answer.exceptionDetails)}`);
      return answer.result.value;
    });
  }

  /** In a page of the extension, which comes to the front with the first use: so the tabs before it are hidden. */
  async inExtension(expression: string): Promise<unknown> {
    const page = `chrome-extension://${EXTENSION_ID}/src/ui/popup/popup.html?tab=0`;
    this.#extensionPage ??= await this.open(page);
    await this.#loaded(this.#extensionPage);
    return this.evaluate(this.#extensionPage, expression);
  }

  /** As an update does it, or the round arrow on the page of extensions. Settles when the new start listens. */
  async reloadExtension(): Promise<void> {
    await this.#developerMode();
    // One that goes while it is asked never answers: it is awake now, so that it can be told from the next.
    await this.inExtension(`chrome.runtime.sendMessage({ to: 'nobody' }).catch(() => {})`);
    const old = new Set((await this.#workers()).map(({ targetId }) => targetId));
    // A little later: what is asked of a page that goes with the extension may never be answered.
    await this.inExtension('void setTimeout(() => chrome.runtime.reload(), 100)');
    const page = this.#extensionPage;
    this.#extensionPage = null;
    while ((await this.targets('page')).some(({ targetId }) => targetId === page)) await pause(20);
    await this.#workerSays(IS_LISTENING, (targetId) => !old.has(targetId));
  }

  /** As who loads an unpacked extension has switched it on: without it, Chromium disables a reloaded one. */
  #developerMode(): Promise<void> {
    return this.#onExtensionsPage(
      'chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })',
    );
  }

  switchOffExtension(): Promise<void> {
    return this.#onExtensionsPage(`chrome.management.setEnabled('${EXTENSION_ID}', false)`);
  }

  async #onExtensionsPage(act: string): Promise<void> {
    const targetId = await this.open('chrome://extensions/');
    const isThere = `typeof chrome.developerPrivate === 'object' && document.readyState === 'complete'`;
    while ((await this.evaluate(targetId, isThere)) !== true);
    await this.evaluate(targetId, act);
    await this.cdp.send('Target.closeTarget', { targetId });
  }

  /** The extension's page covers the tabs. */
  async toFront(): Promise<void> {
    await this.cdp.send('Target.activateTarget', { targetId: this.#extensionPage });
  }

  /** Ends the extension's service worker, as Chrome does after half a minute without events. */
  async stopWorker(): Promise<void> {
    await this.inExtension('1');
    const page = this.#extensionPage ?? '';
    await this.with(page, async (sessionId) => {
      const versionId = new Promise<string>((resolve) => {
        const stop = this.cdp.onEvent(({ method, params }) => {
          if (method !== 'ServiceWorker.workerVersionUpdated') return;
          const { versions } = Versions.parse(params);
          const ours = versions.find(
            ({ scriptURL, runningStatus }) => scriptURL.includes(EXTENSION_ID) && runningStatus === 'running',
          );
          if (!ours) return;
          stop();
          resolve(ours.versionId);
        });
      });
      await this.cdp.send('ServiceWorker.enable', {}, sessionId);
      await this.cdp.send('ServiceWorker.stopWorker', { versionId: await versionId }, sessionId);
    });
  }

  async #loaded(targetId: string): Promise<void> {
    const isThere = `location.protocol === 'chrome-extension:' && document.readyState === 'complete'`;
    while ((await this.evaluate(targetId, isThere)) !== true);
  }
}
