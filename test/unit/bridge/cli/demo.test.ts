import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../../../../bridge/cli/clients/machine.ts';
import { browserCandidates } from '../../../../bridge/cli/demo/browser-candidates.ts';
import { CdpPipe } from '../../../../bridge/cli/demo/cdp-pipe.ts';
import { demoOptions } from '../../../../bridge/cli/demo/demo-options.ts';
import { findPython } from '../../../../bridge/cli/demo/find-python.ts';
import { withUtf8 } from '../../../../bridge/cli/demo/utf8-locale.ts';
import { projectRoot } from '../../../../scripts/setup/command.mjs';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const linux: Machine = { platform: 'linux', env: { PATH: '/a:/b' }, home: '/home/u' };

it('looks for browsers where each system has them', () => {
  expect(browserCandidates(linux)).toContain('/b/chromium');
  expect(browserCandidates({ ...linux, platform: 'darwin' })).toContain(
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  );
  const env = { PROGRAMFILES: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\u\\AppData\\Local' };
  expect(browserCandidates({ platform: 'win32', env, home: 'C:\\Users\\u' })).toContain(
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  );
});

it('gives the browser a locale in which every path can be read, where there is none', () => {
  const utf8 = { LANG: 'de_DE.UTF-8' };
  expect(withUtf8({ platform: 'linux', env: utf8 })).toBe(utf8);
  expect(withUtf8({ platform: 'linux', env: { LANG: 'C' } })).toEqual({ LANG: 'C', LC_ALL: 'C.UTF-8' });
  expect(withUtf8({ platform: 'linux', env: { ...utf8, LC_ALL: 'POSIX' } })).toMatchObject({
    LC_ALL: 'C.UTF-8',
  });
  expect(withUtf8({ platform: 'darwin', env: {} })).toEqual({});
});

it('understands its words, or says which not', () => {
  expect(demoOptions(['--headless', '--python', 'p'])).toEqual({ help: false, headless: true, python: 'p' });
  expect(() => demoOptions(['--fast'])).toThrow("Unknown option '--fast'");
});

describe('the Python of the demo', () => {
  it('is Pyodide where that is beside us', async () => {
    expect(await findPython(projectRoot, linux)).toEqual({ kernel: 'pyodide' });
  });

  it('is told to be missing in words that help, with the version that fits', async () => {
    const folder = await temporaryFolder('no-pyodide');
    await writeFile(join(folder.path, 'package.json'), '{"devDependencies": {"pyodide": "1.2.3"}}');
    await expect(findPython(folder.path, { ...linux, env: {} })).rejects.toThrow(
      /npm install pyodide@1\.2\.3[\s\S]*pip install jupyter_server ipykernel/,
    );
    await expect(findPython(folder.path, linux, '/nowhere/python')).rejects.toThrow(
      '/nowhere/python is no Python',
    );
    await folder.remove();
  });
});

describe("the browser's pipe", () => {
  const rig = () => {
    const to = new PassThrough();
    const from = new PassThrough();
    return { cdp: new CdpPipe(to, from), to, from };
  };

  it('gives each call its answer, however the bytes are cut', async () => {
    const { cdp, from } = rig();
    const [first, second] = [cdp.send('A'), cdp.send('B')];
    for (const piece of [
      '{"id":2,"resu',
      'lt":{"b":1}}\0{"method":"x"}\0{"id":1',
      ',"error":{"message":"no"}}\0',
    ])
      from.write(piece);
    expect(await second).toEqual({ b: 1 });
    await expect(first).rejects.toThrow('no');
  });

  it('ends all calls when the browser has ended', async () => {
    const { cdp, from } = rig();
    const call = cdp.send('A');
    from.destroy();
    await expect(call).rejects.toThrow('has ended');
    await expect(cdp.send('B')).rejects.toThrow('has ended');
  });
});
