import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Failure } from '../../src/notebook/failure.ts';
import { codeOf } from './disk-failure.ts';

/** Names that are devices on Windows, whatever their ending. */
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;
const BAD_ON_WINDOWS = /[<>:"|?*]|[. ]$/;
const NOTHING_ELSE = 'Nothing was read or written.';

/** A path that no system takes for something else than it says. */
export function requirePlainPath(given: string, platform: NodeJS.Platform = process.platform): void {
  // Newlines and other control characters hide what is asked, in a question and in a terminal.
  if (/\p{Cc}/u.test(given)) throw bad('it has control characters in it');
  if (given.trim() === '') throw bad('it is empty');
  if (platform !== 'win32') return;
  if (/^[\\/]{2}/.test(given)) throw bad('it names another computer or a device');
  const names = given.replace(/^[a-z]:(?=[\\/])/i, '').split(/[\\/]/);
  for (const name of names.filter((one) => one !== '.' && one !== '..')) {
    if (DEVICES.test(name) || BAD_ON_WINDOWS.test(name)) throw bad(`Windows has no file called "${name}"`);
  }
}

/** The path below `root`, which is a real one, as it was meant; also where it was written as a path from the root on. */
export function pathBelow(root: string, given: string, alsoKnownAs: string): string {
  const inRoot = relative(root, resolve(root, given));
  const inOther = relative(alsoKnownAs, resolve(alsoKnownAs, given));
  const inside = [inRoot, inOther].find((path) => !leadsOut(path));
  if (inside === undefined) throw outside(given, root);
  return join(root, inside);
}

/** The real place of a folder, or of the nearest one above it that exists; fails where a link leads out. */
export async function realFolder(root: string, folder: string, given: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    try {
      const real = await realpath(at);
      if (leadsOut(relative(root, real))) throw outside(given, root);
      return join(real, relative(at, folder));
    } catch (thrown) {
      if (codeOf(thrown) !== 'ENOENT' || at === root) throw thrown;
    }
  }
}

export const leadsOut = (path: string): boolean =>
  path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);

export function outside(given: string, root: string): Failure {
  return new Failure(
    'denied',
    `"${given}" is not below ${root}, the only folder whose files may be read and written. ${NOTHING_ELSE}`,
    'Give a path inside it. The user can choose another folder: cellwire --save-dir DIR.',
  );
}

const bad = (why: string): Failure =>
  new Failure('invalid_input', `This path cannot be used: ${why}. ${NOTHING_ELSE}`, 'Give a plain path.');
