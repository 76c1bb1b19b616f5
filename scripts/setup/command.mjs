import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { npmCommand } from './npm-command.mjs';

/** In characters; a browser that cannot start may say much. */
const MOST_OF_A_COMPLAINT = 2_000;

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
 * @param {string[]} args
 * @returns {Promise<boolean>} whether npm did it; what it prints is shown only when it did not
 */
export function npm(...args) {
  const [program = 'npm', ...first] = npmCommand(process);
  return succeeds(program, [...first, ...args], { quiet: true });
}

/**
 * What a command prints on stdout; undefined when it fails, hangs or does not exist.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string | undefined>}
 */
export async function outputOf(command, args, timeoutMs = 10_000) {
  const answer = await answerOf(command, args, timeoutMs);
  return 'text' in answer ? answer.text : undefined;
}

/**
 * What a command prints on stdout, or why there is nothing: the last line of what it complains about, or how it ended.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ text: string } | { reason: string }>}
 */
export function answerOf(command, args, timeoutMs = 10_000) {
  return new Promise((resolve) => {
    let [text, complaint] = ['', ''];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      complaint = `${complaint}${chunk}`.slice(-MOST_OF_A_COMPLAINT);
    });
    child.once('error', (error) => resolve({ reason: error.message }));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve({ text: text.trim() });
      const said = complaint.trim().split('\n').at(-1)?.trim();
      const ended = signal ? `no answer within ${timeoutMs / 1000} s, or ${signal}` : `exit code ${code}`;
      resolve({ reason: said || ended });
    });
  });
}
