import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a command in the project's folder with everything it prints on stderr.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it ended well; a command that does not exist did not
 */
export function succeeds(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      stdio: ['ignore', process.stderr, process.stderr],
      // npm and npx are .cmd files on Windows, which only a shell can start.
      shell: process.platform === 'win32',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
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
