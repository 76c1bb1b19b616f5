import { structuredPatch } from 'diff';
import { CLIENT_IDS } from '../clients/client.ts';
import type { Machine } from '../clients/machine.ts';
import type { Outcome } from './change-client.ts';

export const helpText = (): string => `Tells your agents about Cellwire, and unpacks the extension for Chrome.

Usage: cellwire setup                      which agents are here, and what would be done
       cellwire setup CLIENT… [options]    ${CLIENT_IDS.slice(0, 4).join(', ')},
                                           ${CLIENT_IDS.slice(4).join(', ')}, or all that are here

  --dry-run            show what would change, and change nothing
  --remove             take Cellwire out again: the file is then as it was, byte for byte, unless it was changed
                       since; "all --remove" takes the extension's folder along
  --print              print the entry for you to paste, and change nothing
  --extension-dir DIR  unpack the extension to this folder (default: one of Cellwire's own)
  --no-extension       leave the extension alone
  -- OPTIONS           the agent starts Cellwire with these options

Files are backed up before the first change. Running it again changes nothing that is right already.

Examples:
  cellwire setup codex
  cellwire setup all --dry-run
  cellwire setup claude-code -- --tools notebook,run --save-dir ~/data

Exit codes: 0 done, or nothing to do; 1 something could not be done; 2 not understood.
`;

/** How a user loads the extension: Chrome takes none from a program. */
export function loadingSteps(folder: string, { platform, env }: Machine, updated: boolean): string {
  if (updated) {
    return `  It has a new version: press the round arrow of Cellwire in chrome://extensions.\n`;
  }
  const paste = {
    darwin: 'press Cmd+Shift+G in the dialog and paste the folder',
    win32: "paste the folder into the dialog's address bar",
  };
  const way =
    platform === 'darwin' || platform === 'win32'
      ? paste[platform]
      : 'press Ctrl+L in the dialog and paste the folder';
  const wsl = env.WSL_DISTRO_NAME
    ? `  Chrome on Windows does not load extensions from WSL: unpack it to a folder of Windows, as in
  cellwire setup all --extension-dir /mnt/c/Users/YOU/cellwire-extension\n`
    : '';
  return `  If it is not in Chrome yet (120 or newer; Edge, Brave and Chromium do as well):
  1. Open chrome://extensions
  2. Switch on "Developer mode", top right
  3. Press "Load unpacked" and choose the folder: ${way}
       ${folder}
  4. Reload Colab tabs that were open already
${wsl}`;
}

const DONE = {
  added: 'added to',
  updated: 'brought up to date in',
  nothing: 'nothing to do in',
  removed: 'taken out of',
  restored: 'taken out, as if it had never been in',
};

const WOULD = {
  added: 'would be added to',
  updated: 'would be brought up to date in',
  nothing: 'nothing to do in',
  removed: 'would be taken out of',
  restored: 'would be taken out, as if it had never been in',
};

export function outcomeText(name: string, outcome: Outcome, dryRun: boolean): string {
  const { did, file, backup } = outcome;
  const line = `${name}: ${(dryRun ? WOULD : DONE)[did]} ${file}\n`;
  if (dryRun) return line + changeText(outcome);
  return backup === undefined ? line : `${line}  The file as it was: ${backup}\n`;
}

/** Only lines that change: the rest of the file is none of ours, and may hold keys. */
function changeText({ before, after }: Outcome): string {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 0 });
  return hunks.flatMap(({ lines }) => lines.map((line) => `  ${line.trimEnd()}\n`)).join('');
}
