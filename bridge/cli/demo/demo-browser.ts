import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord } from '../../../src/wire/json.ts';
import { CdpPipe } from './cdp-pipe.ts';
import { DemoFailure } from './demo-failure.ts';
import type { DemoPlayground } from './demo-playground.ts';
import { loadExtension } from './load-extension.ts';
import { savePicture } from './picture-of-notebook.ts';
import { withUtf8 } from './utf8-locale.ts';

const COLAB_HOSTS = ['colab.research.google.com', 'colab.google.com', '*.googleusercontent.com'];
const GOODBYE_MS = 5_000;
/** Of what it says on stderr: its last words are why it ended. */
const MOST_SAID = 600;
/** Between the end of its pipes and its own. */
const LAST_WORDS_MS = 500;
const FIRST_PAGE = 'about:blank';
const WINDOW = '1280,900';

export interface DemoBrowser {
  open: (url: string) => Promise<void>;
  /** A picture of the whole notebook. */
  picture: (file: string) => Promise<void>;
  /** Resolves when the user has closed it, or it has ended by itself. */
  closed: Promise<void>;
  close: () => Promise<void>;
}

export interface DemoBrowserOptions {
  program: string;
  extension: string;
  playground: Pick<DemoPlayground, 'port' | 'certificatePin'>;
  headless: boolean;
}

/** A browser with a profile of its own, gone afterwards, in which Colab's addresses lead to the playground. */
export async function startBrowser(options: DemoBrowserOptions): Promise<DemoBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'cellwire-demo-'));
  const child = spawn(options.program, [...flags(options), `--user-data-dir=${profile}`, FIRST_PAGE], {
    env: withUtf8(process),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-MOST_SAID);
  });
  const closed = once(child, 'exit').then(
    () => undefined,
    (error: unknown) => {
      said = String(error);
    },
  );
  let cdp: CdpPipe | undefined;
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), GOODBYE_MS);
    // Asked kindly it takes its own temporary files along.
    cdp?.send('Browser.close').catch(() => {});
    if (!cdp) child.kill();
    await closed;
    clearTimeout(timer);
    // What it has started may hold the other ends, and would hold us.
    for (const pipe of child.stdio) pipe?.destroy();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    cdp = pipeTo(child);
    await loadExtension(cdp, options.extension);
    return { ...tabOf(cdp), closed, close };
  } catch (error) {
    // Asked before it is told to.
    const hasEnded = await Promise.race([closed.then(() => true), pause(LAST_WORDS_MS, false)]);
    await close();
    if (!(error instanceof DemoFailure)) throw error;
    const what = hasEnded ? `ended at once. It said: ${said.trim() || 'nothing'}` : error.message;
    throw new DemoFailure(`${options.program} ${what}\nName another browser with --browser PATH.`);
  }
}

function flags({ playground: { port, certificatePin }, headless }: DemoBrowserOptions): string[] {
  const playground = `127.0.0.1:${port}`;
  return [
    ...(headless ? ['--headless=new', '--disable-gpu'] : []),
    // Its sandbox refuses to start as root, which is who containers run as.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...['--remote-debugging-pipe', '--enable-unsafe-extension-debugging'],
    ...['--no-first-run', '--no-default-browser-check', '--disable-background-networking'],
    ...['--disable-component-update', '--disable-sync', '--disable-quic', '--no-proxy-server'],
    `--window-size=${WINDOW}`,
    `--host-resolver-rules=${COLAB_HOSTS.map((host) => `MAP ${host} ${playground}`).join(', ')}`,
    // The playground's certificate is its own, and the only one of its kind that is taken.
    `--ignore-certificate-errors-spki-list=${certificatePin}`,
  ];
}

function pipeTo({ stdio: [, , , to, from] }: ChildProcess): CdpPipe {
  if (!(to instanceof Writable && from instanceof Readable)) throw new DemoFailure('has no pipes.');
  return new CdpPipe(to, from);
}

/** The notebook's tab: the one that was there from the start. */
function tabOf(cdp: CdpPipe): Pick<DemoBrowser, 'open' | 'picture'> {
  let session = '';
  return {
    open: async (url) => {
      const { targetInfos } = await cdp.send('Target.getTargets');
      // The extension opens a page of its own, behind it.
      const targetId = recordsIn(targetInfos).find(
        ({ type, url }) => type === 'page' && url === FIRST_PAGE,
      )?.targetId;
      const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true });
      session = String(sessionId);
      const { errorText } = await cdp.send('Page.navigate', { url }, session);
      if (errorText !== undefined)
        throw new DemoFailure(`The browser does not reach the notebook: ${errorText}.`);
    },
    picture: (file) => savePicture(cdp, session, file),
  };
}

const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
