import { statSync } from 'node:fs';
import { splitWords } from './split-words.ts';

export interface System {
  platform: NodeJS.Platform;
  isFile: (path: string) => boolean;
  isFolder: (path: string) => boolean;
}

const here: System = {
  platform: process.platform,
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
};

/**
 * The words of a command that opens a browser. A path needs no quotes, whatever is in it: the longest beginning that
 * names a program is the program, as in `C:\Program Files\Google\Chrome\Application\chrome.exe --profile-directory=Work`.
 */
export function browserCommand(command: string, { platform, isFile, isFolder }: System = here): string[] {
  const trimmed = command.trim();
  const ends = [...trimmed.matchAll(/\s+|$/g)].map(({ index }) => index);
  for (const end of ends.reverse()) {
    const path = trimmed.slice(0, end);
    if (!/[\\/]/.test(path)) continue;
    const rest = splitWords(trimmed.slice(end), platform);
    if (isFile(path)) return [path, ...rest];
    // What people see of a program on macOS is a folder.
    if (platform === 'darwin' && /\.app\/?$/.test(path) && isFolder(path))
      return ['open', '-a', path, ...rest];
  }
  return splitWords(trimmed, platform);
}
