import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';

/** A browser that cannot start has said so by then. */
const FAILS_WITHIN_MS = 5_000;
/** In characters. */
const MOST_OF_A_COMPLAINT = 2_000;

export interface Window {
  process: ChildProcess;
  /** Rejects when it ends at once, with what it says about that. */
  stays: Promise<void>;
}

/** A browser as a user would start it. */
export function startWindow(executable: string, args: readonly string[]): Window {
  const child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-MOST_OF_A_COMPLAINT);
  });
  const stays = new Promise<void>((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new Error(`${executable} could not open a window: ${reason}`));
    const timer = setTimeout(resolve, FAILS_WITHIN_MS);
    child.once('error', (error) => fail(error.message));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      // One that hands the address over to a window that is open already ends well.
      if (code === 0) resolve();
      else fail(complaint.trim() || String(signal ?? `exit code ${code}`));
    });
  });
  return { process: child, stays };
}
