import { readFileSync } from 'node:fs';

/**
 * npm forwards signals, but not its own violent death, and it starts us through a shell that lives on
 * without it. So whether npm is still there is read off the line of ancestors: us, the shell, npm.
 * @returns {() => boolean} tells whether npm, if it started us, is gone
 */
export function npmWatch() {
  if (!process.env.npm_lifecycle_event) return () => false;
  const atStart = ancestors();
  return () => ancestors() !== atStart;
}

function ancestors() {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/**
 * Only Linux tells without starting another process; elsewhere the parent alone must do.
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may contain anything, even spaces and brackets.
    return stat.slice(stat.lastIndexOf(')')).split(' ')[2];
  } catch {
    return undefined;
  }
}
