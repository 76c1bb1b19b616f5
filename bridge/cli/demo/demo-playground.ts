import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord } from '../../../src/wire/json.ts';
import { DemoFailure } from './demo-failure.ts';
import type { DemoPython } from './find-python.ts';

const GOODBYE_MS = 10_000;
/** Jupyter takes its time on a busy machine. */
const STARTS_WITHIN_MS = 60_000;

export interface DemoPlayground {
  port: number;
  /** By which the browser knows its certificate. */
  certificatePin: string;
  close: () => Promise<void>;
}

/** The playground's server, which says in one line where it listens. */
export async function startPlayground(program: string, python: DemoPython): Promise<DemoPlayground> {
  const kernel = python.kernel === 'jupyter' ? ['--python', python.python] : [];
  const child = spawn(process.execPath, [program, '--port', '0', '--kernel', python.kernel, ...kernel], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl+C is for us: it is told to end, and takes its Python along.
    detached: process.platform !== 'win32',
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  const exited = once(child, 'exit').catch(() => undefined);
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), GOODBYE_MS);
    if (child.exitCode === null && child.signalCode === null) child.kill();
    await exited;
    clearTimeout(timer);
  };
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => undefined),
    pause(STARTS_WITHIN_MS, undefined, { ref: false }),
  ]);
  const ready: unknown = line === undefined ? undefined : JSON.parse(String(line[0]));
  if (isRecord(ready) && typeof ready.port === 'number' && typeof ready.certificatePin === 'string') {
    return { port: ready.port, certificatePin: ready.certificatePin, close };
  }
  await close();
  throw new DemoFailure(`The playground did not start. ${said.trim()}`);
}
