import { keptIn } from '../../../endpoint/keys-file.ts';
import { pathsOf } from '../../clients/machine.ts';
import type { Check } from '../check.ts';
import { failure, ok, warning } from '../check.ts';
import type { Machine } from '../machine/machine.ts';
import { isWsl, quoted } from '../machine/machine.ts';

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** Who has the keys can pretend to be your bridge, or your notebook. */
export const keysFile: Check = {
  id: 'keys-file',
  title: 'Keys file',
  run: async ({ machine, options: { tokenFile } }) => {
    const { platform, stat, readText, mayReadAndWrite } = machine;
    if (tokenFile === undefined) {
      return warning(
        'nowhere to keep it, because you have no home folder here',
        'Start the bridge with --token-file FILE; else notebooks have to be connected again after each start',
      );
    }
    const found = await stat(tokenFile);
    if (!found) return ok('none yet; the first start makes one');
    const file = quoted(tokenFile, platform);
    if (!(await mayReadAndWrite(tokenFile))) {
      const mend = platform === 'win32' ? `del ${file}` : `sudo chown "$(id -un)" ${file}`;
      return failure(`${tokenFile} belongs to somebody else`, mend);
    }
    if (platform !== 'win32') {
      if ((found.mode & OTHERS) !== 0) {
        if (await isOfWindows(machine, tokenFile)) {
          return failure(
            `${tokenFile} is on a disk of Windows, where every user of Linux can read it`,
            'Start the bridge with --token-file ~/.config/cellwire/bridge.json',
          );
        }
        // Not chmod: what others may have read would stay valid.
        return failure(
          `${tokenFile} can be read by other users, who may know its keys`,
          `rm ${file} (then connect your notebooks once more)`,
        );
      }
      const folder = pathsOf(machine).dirname(tokenFile);
      if ((((await stat(folder))?.mode ?? 0) & OTHERS_WRITE) !== 0) {
        return failure(`${folder} can be changed by other users`, `chmod 700 ${quoted(folder, platform)}`);
      }
    }
    if (keptIn((await readText(tokenFile)) ?? '') === null) {
      return warning(
        `${tokenFile} is damaged, and will be replaced`,
        `${platform === 'win32' ? 'del' : 'rm'} ${file}`,
      );
    }
    return ok(platform === 'win32' ? 'in your own profile' : 'only you can read it');
  },
};

/** There files have no modes that could be changed. */
const isOfWindows = async (machine: Machine, path: string): Promise<boolean> =>
  /^\/mnt\/[a-z]\//.test(path) && (await isWsl(machine));
