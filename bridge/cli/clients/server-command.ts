import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { sep } from 'node:path';
import type { ServerCommand } from './client.ts';
import { dataFolder, type Machine, pathsOf } from './machine.ts';

/** Links that stay when the Node behind them is updated, unlike the path of the version itself. */
const LASTING_NODES = ['/opt/homebrew/bin/node', '/usr/local/bin/node', '/usr/bin/node'];

/**
 * What a client starts: this Node by its full path, because programs with a window have another PATH than a terminal,
 * and the program by its own.
 */
export const serverCommand = (program: string, extra: readonly string[] = []): ServerCommand => ({
  command: lastingNode(),
  args: [program, ...extra],
});

function lastingNode(node = process.execPath, lasting: readonly string[] = LASTING_NODES): string {
  return lasting.find((path) => realOf(path) === node) ?? node;
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a program stands where it may be gone tomorrow: npx keeps what it runs in a cache. */
export function isFleeting(program: string, temporary: string = realOf(tmpdir()) ?? tmpdir()): boolean {
  return /[\\/]_npx[\\/]/.test(program) || program.startsWith(temporary + sep);
}

/** Where setup puts a copy of the program, as it is in the package. */
export const programFolder = (machine: Machine): string =>
  pathsOf(machine).join(dataFolder(machine), 'program');

/** Where clients find the program: where it is installed, or where setup puts a copy of one that may be gone tomorrow. */
export const lastingProgram = (program: string, machine: Machine): string =>
  isFleeting(program)
    ? pathsOf(machine).join(programFolder(machine), 'dist', 'bridge', 'cellwire.js')
    : program;
