import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord } from '../../../src/wire/json.ts';
import { CdpPipe } from './cdp-pipe.ts';
import { DemoFailure } from './demo-failure.ts';

const COLAB_HOSTS = ['colab.research.google.com', 'colab.google.com', '*.googleusercontent.com'];
const LOOK_EVERY_MS = 50;
const GOODBYE_MS = 5_000;
const WIDTH = 1_280;

/**
 * Whether the extension's worker listens. A browser that has just loaded an extension learns from the worker what it
 * listens for, and once the storage has answered, it knows.
 */
const IS_LISTENING = `chrome.webRequest.onBeforeSendHeaders.hasListeners() && chrome.storage.session.get(['']).then(() => true)`;

/** From the top of the notebook to the end of its last cell, and what is around. */
const HEIGHT = `(() => {
  const cells = [...document.querySelectorAll('.notebook-cell-list > .cell')];
  const edge = (cell, side) => cell ? cell.getBoundingClientRect()[side] : 0;
  return Math.ceil(edge(cells.at(-1), 'bottom') - edge(cells[0], 'top')) + 240;
})()`;

/** The chart is drawn in a frame of its own, which is as high as the chart once that is there. */
const DRAWN = `new Promise((done) => {
  const end = Date.now() + 5_000;
  const isDrawn = (frame) => frame.clientHeight > 100;
  const look = () => [...document.querySelectorAll('iframe')].every(isDrawn) || Date.now() > end ? done() : setTimeout(look, 50);
  look();
})`;

export interface DemoBrowser {
  open: (url: string) => Promise<void>;
  /** A picture of the whole notebook. */
  picture: (file: string) => Promise<void>;
  /** Resolves when the user has closed it. */
  closed: Promise<unknown>;
  close: () => Promise<void>;
}

export interface DemoBrowserOptions {
  program: string;
  extension: string;
  playgroundPort: number;
  headless: boolean;
}

/** A browser with a profile of its own, gone afterwards, in which Colab's addresses lead to the playground. */
export async function startBrowser(options: DemoBrowserOptions): Promise<DemoBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'cellwire-demo-'));
  const child = spawn(options.program, [...flags(options), `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const closed = Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => undefined);
  let cdp: CdpPipe | undefined;
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), GOODBYE_MS);
    // Asked kindly it takes its own temporary files along.
    cdp?.send('Browser.close').catch(() => {});
    if (!cdp) child.kill();
    await closed;
    clearTimeout(timer);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    cdp = pipeTo(child);
    await loadExtension(cdp, options);
    return { ...tabOf(cdp), closed, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function flags({ playgroundPort, headless }: DemoBrowserOptions): string[] {
  const playground = `127.0.0.1:${playgroundPort}`;
  return [
    ...(headless ? ['--headless=new', '--disable-gpu'] : []),
    // Its sandbox refuses to start as root, which is who containers run as.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...['--remote-debugging-pipe', '--enable-unsafe-extension-debugging'],
    ...['--no-first-run', '--no-default-browser-check', '--disable-background-networking'],
    ...['--disable-component-update', '--disable-sync', '--disable-quic', '--no-proxy-server'],
    `--window-size=${WIDTH},900`,
    `--host-resolver-rules=${COLAB_HOSTS.map((host) => `MAP ${host} ${playground}`).join(', ')}`,
    // The playground's certificate is its own, and this profile goes nowhere else.
    '--ignore-certificate-errors',
  ];
}

function pipeTo({ stdio: [, , , to, from] }: ChildProcess): CdpPipe {
  if (!(to instanceof Writable && from instanceof Readable))
    throw new DemoFailure('The browser has no pipes.');
  return new CdpPipe(to, from);
}

/** Over the protocol: Chrome no longer takes extensions from its command line. */
async function loadExtension(cdp: CdpPipe, { program, extension }: DemoBrowserOptions): Promise<void> {
  const loaded = await cdp.send('Extensions.loadUnpacked', { path: extension }).catch((error: Error) => {
    throw new DemoFailure(
      `${program} did not take the extension: ${error.message} Name another with --browser.`,
    );
  });
  const worker = `chrome-extension://${String(loaded.id)}/`;
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  for (;;) {
    const { targetInfos } = await cdp.send('Target.getTargets');
    const target = recordsIn(targetInfos).find(
      ({ type, url }) => type === 'service_worker' && String(url).startsWith(worker),
    );
    if (target && (await isListening(cdp, String(target.targetId)))) return;
    await pause(LOOK_EVERY_MS);
  }
}

async function isListening(cdp: CdpPipe, targetId: string): Promise<boolean> {
  const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true });
  const answer = await cdp.evaluate(IS_LISTENING, String(sessionId));
  await cdp.send('Target.detachFromTarget', { sessionId });
  return answer === true;
}

/** The notebook's tab: the one that was there from the start. */
function tabOf(cdp: CdpPipe): Pick<DemoBrowser, 'open' | 'picture'> {
  let session = '';
  return {
    open: async (url) => {
      const { targetInfos } = await cdp.send('Target.getTargets');
      const targetId = recordsIn(targetInfos).find(({ type }) => type === 'page')?.targetId;
      const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true });
      session = String(sessionId);
      await cdp.send('Page.navigate', { url }, session);
    },
    picture: async (file) => {
      await cdp.evaluate(DRAWN, session);
      const height = Number(await cdp.evaluate(HEIGHT, session)) || 900;
      const size = { width: WIDTH, height, deviceScaleFactor: 1, mobile: false };
      await cdp.send('Emulation.setDeviceMetricsOverride', size, session);
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'png' }, session);
      await writeFile(file, Buffer.from(String(data), 'base64'));
    },
  };
}

const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
