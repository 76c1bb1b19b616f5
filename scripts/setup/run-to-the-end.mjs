import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectRoot } from './command.mjs';
import { npmWatch } from './npm-watch.mjs';

/** @type {NodeJS.Signals[]} */
const heeded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a TypeScript file as one child process that shares our streams, and ends when it ends.
 * @param {string} entry
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @returns {Promise<number>} the exit code
 */
export function runToTheEnd(entry, args, environment) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--import', './scripts/setup/python-files.mjs', entry, ...args],
    {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    },
  );
  // The child ends in its own time, after cleaning up; we must not leave before it.
  for (const signal of heeded) {
    process.on(signal, () => {
      // Ctrl+C reaches the child from the terminal itself, and a second one would cut its cleaning up short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  const isGone = npmWatch();
  const watch = setInterval(() => {
    if (isGone()) child.kill('SIGTERM');
  }, 1_000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
