import { existsSync } from 'node:fs';
import { win32 } from 'node:path';

/**
 * How npm is started without a shell: on Windows it is a .cmd file, which only a shell can start, and a shell takes
 * paths with spaces and brackets apart. So its script is run by this Node: the npm that runs us, or the one beside Node.
 * @param {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv, execPath: string, exists?: (path: string) => boolean }} machine
 * @returns {string[]} the words before npm's own
 */
export function npmCommand({ platform, env, execPath, exists = existsSync }) {
  const { npm_execpath: running = '' } = env;
  // Other package managers set the variable, too.
  if (/[\\/]npm-cli\.c?js$/.test(running) && exists(running)) return [execPath, running];
  if (platform !== 'win32') return ['npm'];
  const beside = win32.join(win32.dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return exists(beside) ? [execPath, beside] : ['npm.cmd'];
}
