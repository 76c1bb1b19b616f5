import { expect, it } from 'vitest';
import { npmCommand } from '../../../scripts/setup/npm-command.mjs';

const NODE = 'C:\\Program Files\\nodejs\\node.exe';
const BESIDE = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js';
const OWN = 'C:\\Users\\Ä (1)\\AppData\\Roaming\\npm\\node_modules\\npm\\bin\\npm-cli.js';

const commandOn = (
  platform: NodeJS.Platform,
  execPath: string,
  running: string | undefined,
  there: string[],
) =>
  npmCommand({
    platform,
    execPath,
    env: running === undefined ? {} : { npm_execpath: running },
    exists: (path) => there.includes(path),
  });

it.each([
  ['the npm that runs us', 'win32', NODE, OWN, [OWN, BESIDE], [NODE, OWN]],
  ['the one beside Node, where npm does not run us', 'win32', NODE, undefined, [BESIDE], [NODE, BESIDE]],
  [
    'the one beside Node, where yarn runs us',
    'win32',
    NODE,
    'C:\\yarn\\yarn.js',
    [BESIDE, 'C:\\yarn\\yarn.js'],
    [NODE, BESIDE],
  ],
  ['the one beside Node, where ours is gone', 'win32', NODE, OWN, [BESIDE], [NODE, BESIDE]],
  ['npm itself, where a shell is not needed for it', 'linux', '/usr/bin/node', undefined, [], ['npm']],
  [
    'the npm that runs us, elsewhere too',
    'darwin',
    '/opt/node/bin/node',
    '/opt/node/lib/node_modules/npm/bin/npm-cli.js',
    ['/opt/node/lib/node_modules/npm/bin/npm-cli.js'],
    ['/opt/node/bin/node', '/opt/node/lib/node_modules/npm/bin/npm-cli.js'],
  ],
] as const)('%s is started, without a shell', (_title, platform, execPath, running, there, words) => {
  expect(commandOn(platform, execPath, running, [...there])).toEqual(words);
});
