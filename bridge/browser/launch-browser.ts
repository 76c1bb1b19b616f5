import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { browserCommand } from './browser-command.ts';

/** A launcher that fails does so at once; one that is still there after this long is the browser itself. */
const FAILS_WITHIN_MS = 2_000;

/** Rejects, with a reason, when no browser opens. The browser outlives us. */
export async function launchBrowser(url: string, command: string | undefined): Promise<void> {
  const child = command === undefined ? await openDefault(url) : await start(command, url);
  child.unref();
  await staysHealthy(child);
}

/** Loaded when it is needed, which is once in a session or never. */
async function openDefault(url: string): Promise<ChildProcess> {
  const { default: open } = await import('open');
  return open(url);
}

function start(command: string, url: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = browserCommand(command);
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', reject);
    child.once('spawn', () => resolve(child));
  });
}

function staysHealthy(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`the browser's launcher ended with ${signal ?? `exit code ${code}`}`));
    };
    const timer = setTimeout(() => {
      child.off('exit', settle);
      resolve();
    }, FAILS_WITHIN_MS);
    if (child.exitCode !== null || child.signalCode !== null) settle(child.exitCode, child.signalCode);
    else child.once('exit', settle);
  });
}
