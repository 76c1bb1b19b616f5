import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectRoot } from './command.mjs';

/** @type {NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a TypeScript file as one child process that shares our streams, and ends when it ends.
 * @param {string} entry
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @returns {Promise<number>} the exit code
 */
export function runToTheEnd(entry, args, environment) {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  // The child ends in its own time, after cleaning up; we must not leave before it.
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  const watch = endWhenOrphaned(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * A parent that is killed outright forwards nothing. Becoming another's child is how we notice.
 * @param {import('node:child_process').ChildProcess} child
 */
function endWhenOrphaned(child) {
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 1_000);
}
