import { expect, it } from 'vitest';
import { browserCommand } from '../../../bridge/browser/browser-command.ts';

const on = (platform: NodeJS.Platform, files: string[], folders: string[] = []) => ({
  platform,
  isFile: (path: string) => files.includes(path),
  isFolder: (path: string) => folders.includes(path),
});

const CHROME = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
const APP = '/Applications/Google Chrome.app';
const PROGRAM = `${APP}/Contents/MacOS/Google Chrome`;

it.each([
  [CHROME, [CHROME]],
  [`${CHROME} --profile-directory="Profile 1"`, [CHROME, '--profile-directory=Profile 1']],
  [`"${CHROME}" --incognito`, [CHROME, '--incognito']],
  ['start chrome', ['start', 'chrome']],
])('on Windows: %s', (command, words) => {
  expect(browserCommand(command, on('win32', [CHROME]))).toEqual(words);
});

it.each([
  [PROGRAM, [PROGRAM]],
  [`${PROGRAM} --incognito`, [PROGRAM, '--incognito']],
  [APP, ['open', '-a', APP]],
  [`${APP}/`, ['open', '-a', `${APP}/`]],
  ['open -a "Google Chrome"', ['open', '-a', 'Google Chrome']],
  [PROGRAM.replaceAll(' ', '\\ '), [PROGRAM]],
])('on macOS: %s', (command, words) => {
  expect(browserCommand(command, on('darwin', [PROGRAM], [APP, `${APP}/`]))).toEqual(words);
});

it.each([
  ['/opt/my browser/chrome', ['/opt/my browser/chrome']],
  ['  /opt/my browser/chrome --new-window ', ['/opt/my browser/chrome', '--new-window']],
  ['/opt/other/chrome --flag', ['/opt/other/chrome', '--flag']],
  ['google-chrome --profile-directory=Work', ['google-chrome', '--profile-directory=Work']],
  ['', []],
])('on Linux: %s', (command, words) => {
  expect(browserCommand(command, on('linux', ['/opt/my browser/chrome']))).toEqual(words);
});
