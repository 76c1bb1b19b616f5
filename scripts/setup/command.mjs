import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a command in the project's folder. What it prints goes to stderr: as it comes, or only when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean }} [how]
 * @returns {Promise<boolean>} whether it ended well; a command that does not exist did not
 */
export function succeeds(command, args, { quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      stdio: ['ignore', quiet ? 'pipe' : process.stderr, quiet ? 'pipe' : process.stderr],
      // npm and npx are .cmd files on Windows, which only a shell can start.
      shell: process.platform === 'win32',
    });
    /** @type {Buffer[]} */
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
    child.once('error', () => resolve(false));
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}

/**
 * What a command prints on stdout; undefined when it fails, hangs or does not exist.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string | undefined>}
 */
export function outputOf(command, args, timeoutMs = 10_000) {
  return new Promise((resolve) => {
    let text = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: timeoutMs });
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    child.once('error', () => resolve(undefined));
    child.once('close', (code) => resolve(code === 0 ? text.trim() : undefined));
  });
}
