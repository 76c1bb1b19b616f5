import { minimum_chrome_version as minimum } from '../../../../manifest.json';
import type { FoundBrowser } from '../browsers/find-browsers.ts';
import { browserOf, majorOf } from '../browsers/find-browsers.ts';
import type { Check, Finding } from '../check.ts';
import { failure, ok, skipped, warning } from '../check.ts';
import type { Machine } from '../machine/machine.ts';
import { quoted } from '../machine/machine.ts';

/** Browsers that extensions of Chrome are not for, as desktops name them. */
const OTHERS = /firefox|epiphany|konqueror|falkon|opera|librewolf|gnome-web/i;

export const browser: Check = {
  id: 'browser',
  title: 'Browser',
  run: async ({ machine, options: { browserCommand, opensBrowser }, browsers }) => {
    if (!opensBrowser) return skipped('on another computer, or opened by hand (--no-browser)');
    if (browserCommand !== undefined) {
      const chosen = await browserOf(browserCommand, machine);
      return chosen
        ? ofVersion([chosen])
        : failure(
            `--browser names no program: ${browserCommand}`,
            'Give the path of your Chrome, as in --browser "/usr/bin/google-chrome"',
          );
    }
    const found = await browsers();
    if (found.length === 0) return failure('no Chrome, Chromium, Edge or Brave found', howToGet(machine));
    return (await otherDefault(machine, found)) ?? ofVersion(found);
  },
};

function ofVersion(found: readonly FoundBrowser[]): Finding {
  const isOld = ({ version }: FoundBrowser): boolean =>
    version !== null && majorOf(version) < Number(minimum);
  const [first] = found.filter((one) => !isOld(one));
  if (!first) {
    const old = found.map(({ name, version }) => `${name} ${version}`).join(', ');
    return failure(
      `too old: ${old}; the extension needs ${minimum}`,
      'Update it: open chrome://settings/help in it',
    );
  }
  return ok(`${first.name} ${first.version ?? 'of an unknown version'} (${first.program})`);
}

/** Links open in the browser that the desktop prefers. Only Linux tells which that is without more ado. */
async function otherDefault(machine: Machine, [first]: readonly FoundBrowser[]): Promise<Finding | null> {
  if (machine.platform !== 'linux' || !first) return null;
  const preferred = (await machine.output('xdg-settings', ['get', 'default-web-browser']))?.trim() ?? '';
  if (!OTHERS.test(preferred)) return null;
  const name = preferred.replace(/\.desktop$/, '');
  return warning(
    `links open in ${name}, which cannot have the extension`,
    `Start the bridge with --browser ${quoted(first.program, machine.platform)}`,
  );
}

function howToGet({ platform, env }: Machine): string {
  if (platform !== 'linux' || env.WSL_DISTRO_NAME !== undefined)
    return 'Install Chrome from https://www.google.com/chrome, or name yours with --browser';
  return "sudo apt install chromium (or your system's way); if the browser is on another computer, use --no-browser";
}
