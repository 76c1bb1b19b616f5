import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BRIDGE_FILE } from './bridge.ts';

export interface HttpProgram {
  url: string;
  token: string;
  pid: number;
  /** What it said so far, and what it says from now on. Gives what ends that. */
  onText: (listener: (text: string) => void) => () => void;
  /** Resolves with exit code and signal. */
  end: (signal?: NodeJS.Signals) => Promise<unknown[]>;
}

/** `cellwire serve --http` as a user starts it; `prefix` goes before, for a process in other surroundings. */
export async function startHttpProgram(args: string[], prefix: string[] = []): Promise<HttpProgram> {
  const [command = process.execPath, ...rest] = [
    ...prefix,
    ...[process.execPath, BRIDGE_FILE, 'serve', '--http', '--no-browser', ...args],
  ];
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = once(child, 'exit');
  let said = '';
  const listeners = new Set<(text: string) => void>();
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    for (const listener of listeners) listener(said);
  });
  const isServing = new Promise<void>((resolve, reject) => {
    listeners.add((text) => text.includes('Ctrl+C ends') && resolve());
    gone.then(() => reject(new Error(`The bridge did not start. It said: ${said}`)), reject);
  });
  await isServing;
  return {
    url: /at (http:\S+)/.exec(said)?.[1] ?? '',
    token: /Bearer (\S+)/.exec(said)?.[1] ?? '',
    pid: child.pid ?? -1,
    onText: (listener) => {
      listeners.add(listener);
      listener(said);
      return () => listeners.delete(listener);
    },
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return gone;
    },
  };
}
