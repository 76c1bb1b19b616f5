import { describe, expect, it } from 'vitest';
import { browser } from '../../../../bridge/cli/doctor/checks/browser.ts';
import { display } from '../../../../bridge/cli/doctor/checks/display.ts';
import { extension } from '../../../../bridge/cli/doctor/checks/extension.ts';
import { keysFile } from '../../../../bridge/cli/doctor/checks/keys-file.ts';
import { localAccess } from '../../../../bridge/cli/doctor/checks/local-access.ts';
import { port } from '../../../../bridge/cli/doctor/checks/port.ts';
import { processes } from '../../../../bridge/cli/doctor/checks/processes.ts';
import { proxy } from '../../../../bridge/cli/doctor/checks/proxy.ts';
import { wsl } from '../../../../bridge/cli/doctor/checks/wsl.ts';
import type { MachineSeed } from '../../../support/fake-machine.ts';
import { examinationWith, fakeMachine, profileWith } from '../../../support/fake-machine.ts';

const KEYS = JSON.stringify({ port: 1, serverId: 'i'.repeat(16), keys: [] });

describe('on Windows', () => {
  const CHROME = 'C:\\Program Files\\Google\\Chrome\\Application';
  const PREFERENCES =
    'C:\\Users\\Ann Ä\\AppData\\Local\\Google\\Chrome\\User Data\\Profile 2\\Secure Preferences';
  const windows: MachineSeed = {
    platform: 'win32',
    home: 'C:\\Users\\Ann Ä',
    env: { ProgramFiles: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\Ann Ä\\AppData\\Local' },
    files: {
      [`${CHROME}\\chrome.exe`]: '',
      [`${CHROME}\\99.0.4844.51\\chrome.dll`]: '',
      [`${CHROME}\\141.0.7390.54\\chrome.dll`]: '',
      [PREFERENCES]: profileWith({ path: 'D:\\cellwire\\extension' }),
      'D:\\cellwire\\extension/manifest.json': '{"version": "0.1.0"}',
    },
  };
  const on = (seed: MachineSeed = {}) => examinationWith(fakeMachine({ ...windows, ...seed }));

  it('the browser is found, and asked for its version without a window', async () => {
    expect(await browser.run(on())).toMatchObject({
      status: 'ok',
      says: `Chrome 141.0.7390.54 (${CHROME}\\chrome.exe)`,
    });
  });

  it('a browser may be named by its path, blanks and all', async () => {
    const options = { browserCommand: `${CHROME}\\chrome.exe --profile-directory=Work` };
    expect(await browser.run(examinationWith(fakeMachine(windows), { options }))).toMatchObject({
      status: 'ok',
      says: expect.stringContaining('141.0.7390.54'),
    });
    const gone = { browserCommand: 'C:\\Nowhere\\chrome.exe' };
    expect(await browser.run(examinationWith(fakeMachine(windows), { options: gone }))).toMatchObject({
      status: 'failure',
      says: expect.stringContaining('C:\\Nowhere\\chrome.exe'),
    });
  });

  it('the extension is found in its profile', async () => {
    expect(await extension.run(on())).toMatchObject([
      { status: 'ok', says: expect.stringContaining('in Chrome, profile "Profile 2"') },
    ]);
  });

  it('the rules of an administrator are read from the registry', async () => {
    const told = [
      '',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Google\\Chrome',
      '    ExtensionDeveloperModeSettings    REG_DWORD    0x1',
      '',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Google\\Chrome\\LoopbackNetworkBlockedForUrls',
      '    1    REG_SZ    https://example.org',
      '    2    REG_SZ    *',
    ].join('\r\n');
    const { [PREFERENCES]: _, ...files } = windows.files ?? {};
    const outputs = { 'reg query HKLM\\SOFTWARE\\Policies\\Google\\Chrome /s': told };
    expect(await localAccess.run(on({ outputs }))).toMatchObject({
      status: 'failure',
      says: expect.stringContaining('LoopbackNetworkBlockedForUrls'),
    });
    expect(await extension.run(on({ outputs, files }))).toMatchObject({
      status: 'failure',
      says: expect.stringContaining('ExtensionDeveloperModeSettings'),
    });
  });

  it('modes say nothing, and there is always a display', async () => {
    const tokenFile = 'C:\\Users\\Ann Ä\\bridge.json';
    const machine = fakeMachine({ ...windows, files: { [tokenFile]: KEYS }, modes: { [tokenFile]: 0o666 } });
    expect(await keysFile.run(examinationWith(machine, { options: { tokenFile } }))).toMatchObject({
      status: 'ok',
    });
    const foreign = fakeMachine({ ...windows, files: { [tokenFile]: KEYS }, foreign: [tokenFile] });
    expect(await keysFile.run(examinationWith(foreign, { options: { tokenFile } }))).toMatchObject({
      mend: `del "${tokenFile}"`,
    });
    expect(await display.run(on())).toEqual([]);
  });

  it('commands are those of Windows', async () => {
    const link = { port: 4_000, holder: 'stranger', status: null } as const;
    expect(await port.run(examinationWith(fakeMachine(windows), { link }))).toMatchObject({
      mend: expect.stringContaining('netstat -ano | findstr :4000'),
    });
    const left = [{ pid: 7, parent: 6, words: ['C:\\node\\node.exe', 'C:\\x y\\cellwire.js'] }];
    expect(await processes.run(on({ processes: left }))).toMatchObject({
      mend: expect.stringMatching(/^taskkill \/F \/PID 7 /),
    });
    expect(await proxy.run(on({ env: { HTTP_PROXY: 'http://p' } }))).toMatchObject({
      mend: 'setx NO_PROXY "localhost,127.0.0.1,::1"',
    });
  });
});

describe('on macOS', () => {
  const CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const mac: MachineSeed = {
    platform: 'darwin',
    home: '/Users/ann',
    files: {
      [CHROME]: '',
      '/Users/ann/Library/Application Support/Google/Chrome/Default/Secure Preferences': profileWith({
        path: '/opt/x',
      }),
      '/opt/x/manifest.json': '{}',
    },
    outputs: { [`${CHROME} --version`]: 'Google Chrome 141.0.7390.54' },
  };
  const on = (seed: MachineSeed = {}) => examinationWith(fakeMachine({ ...mac, ...seed }));

  it('browser and extension are found, and there is always a display', async () => {
    expect(await browser.run(on())).toMatchObject({ status: 'ok', says: expect.stringContaining(CHROME) });
    expect(await extension.run(on())).toMatchObject([{ status: 'ok' }]);
    expect(await display.run(on())).toEqual([]);
  });

  it('the rules of an administrator are read from the managed preferences', async () => {
    const file = '/Library/Managed Preferences/com.google.Chrome.plist';
    const outputs = { [`plutil -convert json -o - ${file}`]: '{"LocalNetworkAccessBlockedForUrls":["*"]}' };
    expect(await localAccess.run(on({ outputs }))).toMatchObject({ status: 'failure' });
  });

  it('commands are those of macOS', async () => {
    const link = { port: 4_000, holder: 'stranger', status: null } as const;
    expect(await port.run(examinationWith(fakeMachine(mac), { link }))).toMatchObject({
      mend: expect.stringContaining('lsof -nP -iTCP:4000 -sTCP:LISTEN'),
    });
  });
});

describe('in Linux inside of Windows', () => {
  const inside: MachineSeed = {
    env: { WSL_DISTRO_NAME: 'Debian', PATH: '/usr/bin' },
    files: {
      '/mnt/c/Program Files/Google/Chrome/Application/chrome.exe': '',
      '/mnt/c/Program Files/Google/Chrome/Application/141.0.7390.54/chrome.dll': '',
      '/mnt/c/Users/Ann/AppData/Local/Google/Chrome/User Data/Default/Secure Preferences': profileWith({
        path: 'C:\\Users\\Ann\\cellwire\\extension',
      }),
      '/mnt/c/Users/Ann/cellwire/extension/manifest.json': '{}',
      '/mnt/c/Users/Ann/.wslconfig': '[wsl2]\nmemory=4GB\n',
    },
    outputs: { 'wslinfo --networking-mode': 'nat\n' },
  };
  const on = (seed: MachineSeed = {}) => examinationWith(fakeMachine({ ...inside, ...seed }));

  it("Windows' browser, its extension and its display are found", async () => {
    expect(await browser.run(on())).toMatchObject({
      status: 'ok',
      says: expect.stringContaining('/mnt/c/Program Files'),
    });
    expect(await extension.run(on())).toMatchObject([{ status: 'ok' }]);
    expect(await display.run(on())).toMatchObject({ status: 'ok' });
  });

  it('is also known by its kernel', async () => {
    const files = { ...inside.files, '/proc/version': 'Linux version 6.6 (root@x) Microsoft-standard-WSL2' };
    expect(await wsl.run(on({ env: {}, files }))).toMatchObject({ status: 'ok' });
  });

  it.each([
    ['nat', {}, 'ok'],
    ['mirrored', {}, 'ok'],
    ['none', {}, 'failure'],
    ['nat', { '/mnt/c/Users/Ann/.wslconfig': '[wsl2]\n localhostForwarding = false\n' }, 'failure'],
  ])('the network %s %o is %s', async (mode, more, status) => {
    const seed = { outputs: { 'wslinfo --networking-mode': mode }, files: { ...inside.files, ...more } };
    const found = await wsl.run(on(seed));
    expect(found).toMatchObject({ status });
    if (status === 'failure') expect(found).toMatchObject({ mend: expect.stringContaining('.wslconfig') });
  });

  it('keys on a disk of Windows cannot be private', async () => {
    const tokenFile = '/mnt/c/Users/Ann/bridge.json';
    const machine = fakeMachine({ ...inside, files: { [tokenFile]: KEYS }, modes: { [tokenFile]: 0o777 } });
    expect(await keysFile.run(examinationWith(machine, { options: { tokenFile } }))).toMatchObject({
      status: 'failure',
      mend: expect.stringContaining('--token-file ~/'),
    });
  });

  it('elsewhere nothing is said of it', async () => {
    expect(await wsl.run(examinationWith(fakeMachine({ files: { '/proc/version': 'Linux 6.1' } })))).toEqual(
      [],
    );
  });
});
