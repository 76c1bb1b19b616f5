import { type Machine, pathsOf } from '../clients/machine.ts';

/** Where browsers that take the extension are found, the ones most like Chrome first. */
export function browserCandidates(machine: Machine): string[] {
  const { env, home, platform } = machine;
  const { join, delimiter } = pathsOf(machine);
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
    const folders = ['/Applications', join(home, 'Applications')];
    return apps.flatMap((app) =>
      folders.map((folder) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
    );
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (root) => root !== undefined,
    );
    const programs = [
      ['Google', 'Chrome', 'Application', 'chrome.exe'],
      ['Chromium', 'Application', 'chrome.exe'],
      ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
      ['BraveSoftware', 'Brave-Browser', 'Application', 'brave.exe'],
    ];
    return programs.flatMap((names) => roots.map((root) => join(root, ...names)));
  }
  const names = [
    ...['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'],
    ...['microsoft-edge', 'brave-browser', 'brave'],
  ];
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}
