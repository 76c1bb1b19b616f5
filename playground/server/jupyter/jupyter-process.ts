import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import userdata from '../../kernel/python/userdata.py?raw';
import { freePort } from './free-port.ts';
import launcher from './serve.py?raw';

const START_MS = 60_000;
const STOP_MS = 6_000;
const LOOK_EVERY_MS = 50;

export interface JupyterServer {
  url: string;
  token: string;
  /** Where its kernels find themselves. */
  home: string;
  /** Resolves when the process has ended, by whatever cause. */
  ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * A Jupyter server of our own: on loopback, behind a random token unless one is given, with nothing of the user's
 * configuration.
 */
export async function startJupyterServer(
  python: string,
  given: { port?: number; token?: string } = {},
): Promise<JupyterServer> {
  const folder = await mkdtemp(join(tmpdir(), 'playground-jupyter-'));
  const runtime = join(folder, 'runtime');
  const content = join(folder, 'content');
  const colab = join(folder, 'modules', 'google', 'colab');
  await Promise.all([mkdir(runtime), mkdir(content), mkdir(colab, { recursive: true })]);
  const script = join(folder, 'serve.py');
  // What code finds as `google.colab.userdata`.
  await Promise.all([writeFile(script, launcher), writeFile(join(colab, 'userdata.py'), userdata)]);
  const token = given.token ?? randomBytes(24).toString('hex');
  const child = spawn(python, [script, ...flags(content, given.port ?? (await freePort()))], {
    // The pipe is how it learns that we are gone.
    stdio: ['pipe', 'ignore', 'pipe'],
    // A process group of its own: Ctrl+C is for us, and Jupyter would answer it with a question.
    detached: true,
    // Where the kernels find themselves.
    cwd: content,
    env: { ...process.env, ...environment(folder, runtime, token) },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const close = async (): Promise<void> => {
    await stop(child, ended);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { url: await address(child, runtime), token, home: content, ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function flags(content: string, port: number): string[] {
  return [
    ...['--ServerApp.ip=127.0.0.1', `--ServerApp.port=${port}`, '--ServerApp.open_browser=False'],
    ...['--ServerApp.allow_root=True', `--ServerApp.root_dir=${content}`, '--ServerApp.log_level=ERROR'],
    // A large output is for the page to deal with, not to be dropped on the way.
    ...['--ServerApp.iopub_msg_rate_limit=1e9', '--ServerApp.iopub_data_rate_limit=1e12'],
    // A kernel that dies is reported dead; a new one that has lost all variables would be a surprise.
    '--KernelRestarter.restart_limit=0',
  ];
}

function environment(folder: string, runtime: string, token: string): Record<string, string> {
  return {
    PLAYGROUND_JUPYTER_FOLDER: folder,
    // In the environment rather than a flag: command lines can be read by every user of the machine.
    JUPYTER_TOKEN: token,
    JUPYTER_NO_CONFIG: '1',
    JUPYTER_CONFIG_DIR: join(folder, 'config'),
    JUPYTER_DATA_DIR: join(folder, 'data'),
    JUPYTER_RUNTIME_DIR: runtime,
    PYTHONPATH: join(folder, 'modules'),
    IPYTHONDIR: join(folder, 'ipython'),
  };
}

const ServerInfo = z.object({ port: z.number() });

/** The server writes down where it listens, once it does: the port asked for may have been taken meanwhile. */
async function address(child: ChildProcess, runtime: string): Promise<string> {
  const said: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => {
    said.push(chunk);
    if (said.length > 20) said.shift();
  });
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('close', (code) => {
    failure ??= `it ended with code ${code}. ${lastLine(Buffer.concat(said).toString())}`;
  });
  for (const end = Date.now() + START_MS; Date.now() < end; await delay(LOOK_EVERY_MS)) {
    if (failure !== undefined) throw new Error(`The Jupyter server did not start: ${failure}`);
    const info = await readInfo(runtime);
    if (info) return `http://127.0.0.1:${info.port}/`;
  }
  throw new Error(`The Jupyter server did not start within ${START_MS / 1000} s.`);
}

/** Undefined while there is no such file or half of one; a server that failed takes the whole folder along. */
async function readInfo(runtime: string): Promise<z.infer<typeof ServerInfo> | undefined> {
  try {
    const name = (await readdir(runtime)).find((file) => /^jpserver-\d+\.json$/.test(file));
    if (name === undefined) return undefined;
    return ServerInfo.parse(JSON.parse(await readFile(join(runtime, name), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Where Python says what is wrong. */
function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** Kindly first, so that it takes its kernels along. */
async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.stdin?.end();
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
