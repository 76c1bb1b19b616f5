/** A step of the set-up that failed in a way the user can do something about: only the message is shown. */
export class SetupError extends Error {}

/**
 * Set-up speaks on stderr: stdout belongs to what is run, and for the playground that is one JSON line.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
