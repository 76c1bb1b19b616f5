import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { thisMachine as thisPlace } from '../../clients/machine.ts';
import type { Machine } from './machine.ts';
import { runningProcesses } from './processes.ts';
import { roundTrip } from './round-trip.ts';

/** A program that says its version does so at once; a busy machine takes its time. */
const OUTPUT_WITHIN_MS = 10_000;
const MOST_OUTPUT = 16 * 1024 * 1024;

export function thisMachine(): Machine {
  const machine = {
    ...thisPlace(),
    nodeVersion: process.versions.node,
    pid: process.pid,
    readText: (path: string) => readFile(path, 'utf8').catch(() => null),
    stat: (path: string) =>
      stat(path).then(
        (found) => ({ mode: found.mode, isFile: found.isFile(), isFolder: found.isDirectory() }),
        () => null,
      ),
    list: (folder: string) => readdir(folder).catch(() => []),
    mayReadAndWrite: (path: string) =>
      access(path, constants.R_OK | constants.W_OK).then(
        () => true,
        () => false,
      ),
    output,
    roundTrip: (address: '127.0.0.1' | '::1') => roundTrip(address),
  };
  return { ...machine, processes: () => runningProcesses(machine) };
}

function output(program: string, args: string[]): Promise<string | null> {
  const limits = { timeout: OUTPUT_WITHIN_MS, maxBuffer: MOST_OUTPUT, windowsHide: true };
  return new Promise((resolve) => {
    try {
      execFile(program, args, limits, (error, stdout) => resolve(error ? null : stdout));
    } catch {
      // A script that Windows does not start without a shell.
      resolve(null);
    }
  });
}
