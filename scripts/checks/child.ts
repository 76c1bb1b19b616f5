import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../setup/command.mjs';

interface Ended {
  ok: boolean;
  output: string;
}

/**
 * Runs a script of an installed package, or a TypeScript file of ours, with Node itself: no shell and no npx
 * in between that could outlive it. With `show`, output goes to the terminal as it comes.
 */
export function runNode(
  args: string[],
  { show, timeoutMs }: { show: boolean; timeoutMs: number },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: projectRoot,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      // Colours are for a terminal, not for a log.
      env: process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' },
    });
    const end = (): boolean => child.kill('SIGTERM');
    process.once('SIGINT', end).once('SIGTERM', end);

    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('SIGINT', end).off('SIGTERM', end);
      const tooLong = signal === 'SIGTERM' ? `Stopped after ${timeoutMs / 1000} s at most.\n` : '';
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() + tooLong });
    });
  });
}

export const packageScript = (path: string): string => join(projectRoot, 'node_modules', path);
