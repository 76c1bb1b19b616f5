import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { Cdp } from './cdp.ts';
import { temporaryFolder } from './temporary-folder.ts';

const Context = z.looseObject({ context: z.string() });
const Tree = z.object({ contexts: z.array(z.looseObject({ context: z.string(), url: z.string() })) });
const Evaluated = z.looseObject({
  result: z.looseObject({ value: z.unknown().optional() }).optional(),
  exceptionDetails: z.looseObject({ text: z.string() }).optional(),
});

const EXTENSION = join(projectRoot, 'dist', 'extension-firefox');

/** A Firefox without a window, with the extension in it for as long as it runs. */
export class Firefox {
  readonly #bidi: Cdp;
  readonly #close: () => Promise<void>;

  private constructor(bidi: Cdp, close: () => Promise<void>) {
    this.#bidi = bidi;
    this.#close = close;
  }

  static async launch(path: string, playgroundPort: number): Promise<Firefox> {
    const profile = await temporaryFolder('firefox');
    const proxy = await startProxy(playgroundPort);
    await writeFile(join(profile.path, 'user.js'), preferences(proxy.port));
    const process = spawn(
      path,
      ['--headless', '--no-remote', '--profile', profile.path, '--remote-debugging-port', '0', 'about:blank'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const exited = once(process, 'exit');
    const address = await new Promise<string>((resolve, reject) => {
      exited.then(() => reject(new Error('Firefox did not start.')), reject);
      createInterface(process.stderr).on('line', (line) => {
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
    });
    const bidi = await Cdp.connect(`${address}/session`);
    const firefox = new Firefox(bidi, async () => {
      await bidi.send('browser.close').catch(() => process.kill());
      await exited;
      proxy.close();
      await profile.remove();
    });
    try {
      await bidi.send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
      await bidi.send('webExtension.install', { extensionData: { type: 'path', path: EXTENSION } });
    } catch (error) {
      // Nobody else could close it.
      await firefox.close();
      throw error;
    }
    return firefox;
  }

  close(): Promise<void> {
    return this.#close();
  }

  async newTab(): Promise<string> {
    return Context.parse(await this.#bidi.send('browsingContext.create', { type: 'tab' })).context;
  }

  async goTo(tab: string, url: string): Promise<void> {
    await this.#bidi.send('browsingContext.navigate', { context: tab, url, wait: 'complete' });
  }

  async reload(tab: string): Promise<void> {
    await this.#bidi.send('browsingContext.reload', { context: tab, wait: 'complete' });
  }

  /** The tab whose address ends so; waits for it. */
  async pageAt(end: string): Promise<string> {
    for (;;) {
      const { contexts } = Tree.parse(await this.#bidi.send('browsingContext.getTree'));
      const found = contexts.find(({ url }) => url.endsWith(end));
      if (found) return found.context;
      await pause(50);
    }
  }

  /** The value of an expression in the page, if it is a text or a number. */
  async evaluate(tab: string, expression: string): Promise<unknown> {
    const asked = { expression, target: { context: tab }, awaitPromise: true };
    const answer = Evaluated.parse(await this.#bidi.send('script.evaluate', asked));
    if (!answer.result) throw new Error(`${expression} failed: ${answer.exceptionDetails?.text}`);
    return answer.result.value;
  }
}

/** Nothing is asked of the network but the playground. */
function preferences(proxyPort: number): string {
  const values = {
    'network.proxy.type': 1,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': proxyPort,
    'datareporting.policy.dataSubmissionEnabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'app.update.disabledForTesting': true,
    'extensions.update.enabled': false,
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n');
}

/** Firefox has no flag for it: a proxy by which all addresses lead to the playground. */
async function startProxy(playgroundPort: number): Promise<{ port: number; close: () => void }> {
  const open = new Set<Socket>();
  const server = createServer();
  server.on('connect', ({ url }, client: Socket) => {
    if (!/^(colab\.(research\.)?google\.com|.*\.googleusercontent\.com):443$/.test(url ?? '')) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const playground = connect(playgroundPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      playground.pipe(client).pipe(playground);
    });
    for (const socket of [client, playground]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    port: address.port,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
