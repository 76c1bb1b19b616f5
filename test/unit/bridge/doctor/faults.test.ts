import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checks } from '../../../../bridge/cli/doctor/checks/all.ts';
import { examine } from '../../../../bridge/cli/doctor/examine.ts';
import type { LinkFacts } from '../../../../bridge/cli/doctor/link/link-facts.ts';
import type { DoctorOptions } from '../../../../bridge/cli/doctor/options.ts';
import type { Line } from '../../../../bridge/cli/doctor/report.ts';
import { VERSION } from '../../../../bridge/version.ts';
import { projectRoot } from '../../../../scripts/setup/command.mjs';
import type { MachineSeed } from '../../../support/fake-machine.ts';
import { examinationWith, fakeMachine, linkWith, profileWith } from '../../../support/fake-machine.ts';
import type { TemporaryFolder } from '../../../support/temporary-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const KEY = `${'k'.repeat(16)}.${'s'.repeat(43)}`;
const KEYS_FILE = JSON.stringify({ port: 40_000, serverId: 'i'.repeat(16), keys: [KEY] });
const ALL_WAYS = { read: 'cell.getText()', insert: 'tools service', run: 'manualExecute', move: 'moveCells' };

let home: TemporaryFolder;
beforeAll(async () => {
  home = await temporaryFolder('doctor');
  await mkdir(join(home.path, '.cursor'));
  const cellwire = { command: '/usr/bin/node', args: ['/opt/cellwire/cellwire.js'] };
  await writeFile(join(home.path, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { cellwire } }));
});
afterAll(() => home.remove());

interface Fault {
  machine?: (seed: Required<Pick<MachineSeed, 'files' | 'env' | 'outputs'>>, home: string) => MachineSeed;
  link?: LinkFacts;
  options?: Partial<DoctorOptions>;
}

/** A computer where all is in order, with one thing that is not. */
async function findings({ machine, link, options }: Fault = {}): Promise<Line[]> {
  const seed = {
    env: { PATH: '/usr/bin', DISPLAY: ':0' },
    files: {
      '/usr/bin/google-chrome': '',
      '/usr/bin/node': '',
      '/opt/cellwire/cellwire.js': '',
      '/opt/cellwire/extension/manifest.json': `{ "version": "${VERSION}" }`,
      [`${home.path}/.config/google-chrome/Default/Preferences`]: profileWith(),
      [`${home.path}/.config/cellwire/bridge.json`]: KEYS_FILE,
    },
    outputs: {
      '/usr/bin/google-chrome --version': 'Google Chrome 141.0.7390.54 ',
      '/usr/bin/node /opt/cellwire/cellwire.js --version': `${VERSION}\n`,
    },
  };
  const made = fakeMachine({ home: home.path, ...seed, ...machine?.(seed, home.path) });
  const on = examinationWith(made, {
    link: link ?? { port: 40_000, holder: 'nobody', status: { version: VERSION, pid: 1, tabs: [] } },
    options: { tokenFile: `${home.path}/.config/cellwire/bridge.json`, ...options },
  });
  return examine(on, checks);
}

const isTrouble = ({ status }: Line): boolean => status === 'warning' || status === 'failure';

it('finds nothing wrong on a computer where all is in order', async () => {
  const all = await findings();
  expect(all.filter(isTrouble)).toEqual([]);
  expect(all.map(({ title }) => title)).toContain('Cursor');
});

const without = <Value>(record: Record<string, Value>, ...names: string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

const FAULTS: Array<[string, Fault, Pick<Line, 'check' | 'status'> & { says: RegExp; mend: RegExp }]> = [
  [
    'no browser',
    { machine: ({ files }) => ({ files: without(files, '/usr/bin/google-chrome') }) },
    { check: 'browser', status: 'failure', says: /^no Chrome/, mend: /apt install chromium.*--no-browser/ },
  ],
  [
    'a browser that is too old',
    {
      machine: () => ({
        outputs: {
          '/usr/bin/google-chrome --version': 'Google Chrome 119.0.6045.105',
          '/usr/bin/node /opt/cellwire/cellwire.js --version': VERSION,
        },
      }),
    },
    {
      check: 'browser',
      status: 'failure',
      says: /too old: Chrome 119.*needs 120/,
      mend: /chrome:\/\/settings\/help/,
    },
  ],
  [
    'links that open in another browser',
    {
      machine: ({ outputs }) => ({
        outputs: { ...outputs, 'xdg-settings get default-web-browser': 'firefox-esr.desktop\n' },
      }),
    },
    {
      check: 'browser',
      status: 'warning',
      says: /open in firefox-esr/,
      mend: /--browser \/usr\/bin\/google-chrome/,
    },
  ],
  [
    'no extension',
    {
      machine: ({ files }, at) => ({
        files: without(files, `${at}/.config/google-chrome/Default/Preferences`),
      }),
    },
    {
      check: 'extension',
      status: 'failure',
      says: /^not installed in Chrome$/,
      mend: /^npx cellwire setup all /,
    },
  ],
  [
    'an old extension in the profile',
    {
      machine: ({ files }, at) => ({
        files: {
          ...files,
          [`${at}/.config/google-chrome/Default/Preferences`]: profileWith({
            service_worker_registration_info: { version: '0.0.9' },
          }),
        },
      }),
    },
    {
      check: 'extension',
      status: 'warning',
      says: /old: 0\.0\.9 in Chrome/,
      mend: /setup.*chrome:\/\/extensions/,
    },
  ],
  [
    'an extension that is switched off',
    {
      machine: ({ files }, at) => ({
        files: {
          ...files,
          [`${at}/.config/google-chrome/Default/Preferences`]: profileWith({ disable_reasons: [1] }),
        },
      }),
    },
    { check: 'extension', status: 'failure', says: /switched off in Chrome/, mend: /chrome:\/\/extensions/ },
  ],
  [
    'an extension whose folder is gone',
    { machine: ({ files }) => ({ files: without(files, '/opt/cellwire/extension/manifest.json') }) },
    {
      check: 'extension',
      status: 'failure',
      says: /folder is gone: \/opt\/cellwire\/extension/,
      mend: /cellwire setup/,
    },
  ],
  [
    'an old extension in a connected tab',
    { link: linkWith({ extension: { extensionVersion: '0.0.9', protocol: 3 } }) },
    {
      check: 'extension',
      status: 'warning',
      says: /0\.0\.9 in a connected notebook/,
      mend: /setup.*chrome:\/\/extensions/,
    },
  ],
  [
    'an extension that is too old to talk with',
    { link: linkWith({}, { extension: { extensionVersion: '0.0.1', protocol: 1 } }) },
    {
      check: 'extension',
      status: 'failure',
      says: /0\.0\.1 do not fit together/,
      mend: /setup.*chrome:\/\/extensions/,
    },
  ],
  [
    'a program that is too old for the extension',
    { link: linkWith({ extension: { extensionVersion: '9.0.0', protocol: 99 } }) },
    { check: 'extension', status: 'failure', says: /9\.0\.0 do not fit/, mend: /^npx cellwire@latest$/ },
  ],
  [
    'the port of last time taken',
    { link: { port: 40_000, holder: 'stranger', status: null } },
    {
      check: 'port',
      status: 'warning',
      says: /^40000, .* taken by another program/,
      mend: /ss -ltnp 'sport = :40000'/,
    },
  ],
  [
    'a port that was asked for taken',
    { link: { port: 8_123, holder: 'stranger', status: null }, options: { port: 8_123 } },
    { check: 'port', status: 'failure', says: /^8123 is taken/, mend: /another --port/ },
  ],
  [
    'a port that the system keeps',
    { link: { port: 80, holder: 'system', status: null }, options: { port: 80 } },
    { check: 'port', status: 'failure', says: /^80 is kept by the system/, mend: /above 1024/ },
  ],
  [
    'a bridge of another version',
    { link: { port: 40_000, holder: 'bridge', status: { version: '0.0.9', pid: 5, tabs: [] } } },
    { check: 'port', status: 'warning', says: /a bridge of cellwire 0\.0\.9/, mend: /Restart your agent/ },
  ],
  [
    'keys that others can read',
    { machine: (_seed, at) => ({ modes: { [`${at}/.config/cellwire/bridge.json`]: 0o644 } }) },
    {
      check: 'keys-file',
      status: 'failure',
      says: /can be read by other users/,
      mend: /^rm \S+bridge\.json /,
    },
  ],
  [
    'a folder of keys that others can change',
    { machine: (_seed, at) => ({ modes: { [`${at}/.config/cellwire`]: 0o775 } }) },
    {
      check: 'keys-file',
      status: 'failure',
      says: /cellwire can be changed by other users/,
      mend: /^chmod 700 /,
    },
  ],
  [
    'keys of somebody else',
    { machine: (_seed, at) => ({ foreign: [`${at}/.config/cellwire/bridge.json`] }) },
    { check: 'keys-file', status: 'failure', says: /belongs to somebody else/, mend: /^sudo chown / },
  ],
  [
    'no place for keys',
    { options: { tokenFile: undefined } },
    { check: 'keys-file', status: 'warning', says: /no home folder/, mend: /--token-file/ },
  ],
  [
    'damaged keys',
    {
      machine: ({ files }, at) => ({
        files: { ...files, [`${at}/.config/cellwire/bridge.json`]: '{"port":1' },
      }),
    },
    { check: 'keys-file', status: 'warning', says: /damaged/, mend: /^rm / },
  ],
  [
    'an agent that starts a program which is gone',
    { machine: ({ files }) => ({ files: without(files, '/opt/cellwire/cellwire.js') }) },
    {
      check: 'clients',
      status: 'failure',
      says: /starts \/opt\/cellwire\/cellwire\.js, which is gone/,
      mend: /^npx cellwire setup cursor$/,
    },
  ],
  [
    'an agent whose Node is gone',
    { machine: ({ files }) => ({ files: without(files, '/usr/bin/node') }) },
    {
      check: 'clients',
      status: 'failure',
      says: /starts \/usr\/bin\/node, which is gone/,
      mend: /setup cursor$/,
    },
  ],
  [
    'an agent that starts an old version',
    {
      machine: ({ outputs }) => ({
        outputs: { ...outputs, '/usr/bin/node /opt/cellwire/cellwire.js --version': '0.0.9\n' },
      }),
    },
    {
      check: 'clients',
      status: 'warning',
      says: /starts cellwire 0\.0\.9, and this is/,
      mend: /setup cursor$/,
    },
  ],
  [
    'blocked connections',
    { machine: () => ({ trips: { '127.0.0.1': { kind: 'blocked', reason: 'no answer' } } }) },
    {
      check: 'loopback',
      status: 'failure',
      says: /cannot reach each other over 127\.0\.0\.1 \(no answer\)/,
      mend: /firewall/,
    },
  ],
  [
    'blocked connections of IPv6',
    { machine: () => ({ trips: { '::1': { kind: 'blocked', reason: 'EPERM' } } }) },
    { check: 'loopback', status: 'warning', says: /::1 is blocked \(EPERM\)/, mend: /firewall/ },
  ],
  [
    'no loopback at all',
    { machine: () => ({ trips: { '127.0.0.1': { kind: 'absent' }, '::1': { kind: 'absent' } } }) },
    { check: 'loopback', status: 'failure', says: /no address of its own/, mend: /ip link set lo up/ },
  ],
  [
    'a bridge without an agent',
    {
      machine: () => ({
        processes: [
          { pid: 1, parent: 0, words: ['/sbin/init'] },
          { pid: 50, parent: 1, words: ['/usr/bin/node', '/opt/cellwire/cellwire.js', '--no-browser'] },
        ],
      }),
    },
    {
      check: 'processes',
      status: 'warning',
      says: /one bridge runs without an agent \(process 50\)/,
      mend: /^kill 50 /,
    },
  ],
  [
    'no display',
    { machine: () => ({ env: { PATH: '/usr/bin' } }) },
    { check: 'display', status: 'warning', says: /^none here/, mend: /--no-browser/ },
  ],
  [
    'a page of Colab that has changed',
    {
      link: linkWith({
        page: { capabilities: { ...ALL_WAYS, insert: null, move: null }, cells: 3, build: 'colab_2' },
      }),
    },
    {
      check: 'colab',
      status: 'failure',
      says: /not possible any more: adding cells, moving cells/,
      mend: /npx cellwire@latest setup.*colab_2/,
    },
  ],
  [
    'a page of Colab that lacks what is not essential',
    { link: linkWith({ page: { capabilities: { ...ALL_WAYS, move: null }, cells: 3, build: null } }) },
    { check: 'colab', status: 'warning', says: /moving cells/, mend: /report it$/ },
  ],
  [
    'a page of Colab without objects',
    {
      link: linkWith({
        page: { capabilities: { ...ALL_WAYS, read: 'what the page shows (…)' }, cells: 3, build: null },
      }),
    },
    { check: 'colab', status: 'warning', says: /only as far as the page shows/, mend: /npx cellwire@latest/ },
  ],
  [
    'a Node that is too old',
    { machine: () => ({ nodeVersion: '18.20.4' }) },
    {
      check: 'node',
      status: 'failure',
      says: /needs Node 20\.19, or 22\.12 and newer, and this is Node 18\.20\.4/,
      mend: /nodejs\.org/,
    },
  ],
  [
    'a proxy for everything',
    {
      machine: ({ env }) => ({
        env: { ...env, https_proxy: 'http://proxy:3128', no_proxy: 'example.org,localhost' },
      }),
    },
    {
      check: 'proxy',
      status: 'warning',
      says: /HTTPS_PROXY is set/,
      mend: /NO_PROXY=example\.org,localhost,127\.0\.0\.1,::1/,
    },
  ],
  [
    'an extension that may not reach this computer',
    {
      machine: ({ files }, at) => ({
        files: {
          ...files,
          [`${at}/.config/google-chrome/Default/Preferences`]: profileWith({
            active_permissions: { explicit_host: [] },
          }),
        },
      }),
    },
    {
      check: 'local-network-access',
      status: 'failure',
      says: /Chrome does not let the extension/,
      mend: /Site access/,
    },
  ],
  [
    'a rule against the local network',
    {
      machine: ({ files }) => ({
        files: {
          ...files,
          '/etc/opt/chrome/policies/managed/a.json': '{"LocalNetworkAccessBlockedForUrls":["*"]}',
        },
      }),
    },
    {
      check: 'local-network-access',
      status: 'failure',
      says: /rule LocalNetworkAccessBlockedForUrls/,
      mend: /chrome:\/\/policy/,
    },
  ],
  [
    'a rule against extensions',
    {
      machine: ({ files }, at) => ({
        files: {
          ...without(files, `${at}/.config/google-chrome/Default/Preferences`),
          '/etc/opt/chrome/policies/managed/a.json': '{"ExtensionInstallBlocklist":["*"]}',
        },
      }),
    },
    {
      check: 'extension',
      status: 'failure',
      says: /rule ExtensionInstallBlocklist forbids it/,
      mend: /chrome:\/\/policy/,
    },
  ],
];

it.each(FAULTS)(
  'names %s, and nothing else, with what mends it',
  async (_name, fault, { says, mend, ...rest }) => {
    const trouble = (await findings(fault)).filter(isTrouble);
    expect(trouble).toEqual([
      expect.objectContaining({
        ...rest,
        says: expect.stringMatching(says),
        mend: expect.stringMatching(mend),
      }),
    ]);
  },
);

/** What the table in the docs has rows for: the line, and the beginning of what it says, where … stands for anything. */
async function documented(): Promise<Array<{ title: string; says: RegExp }>> {
  const text = await readFile(join(projectRoot, 'docs', 'troubleshooting.md'), 'utf8');
  const [table = ''] = text.slice(text.indexOf('| line')).split('\n\n');
  return table
    .split('\n')
    .slice(2)
    .flatMap((row) => {
      const [, title = '', says = ''] = row.split('|').map((cell) => cell.trim());
      return says.split('; or: ').map((one) => {
        const parts = one.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
        return { title, says: new RegExp(parts.join('.*')) };
      });
    });
}

it.each(FAULTS)('the docs know %s by what is said of it', async (_name, fault) => {
  const rows = await documented();
  const [found] = (await findings(fault)).filter(isTrouble);
  const title = found?.title === 'Cursor' ? '_an agent_' : found?.title;
  expect(rows.filter((row) => row.title === title && row.says.test(found?.says ?? ''))).not.toEqual([]);
});

it('a check that fails itself is told, and the others go on', async () => {
  const broken = { id: 'x', title: 'X', run: () => Promise.reject(new Error('it broke')) };
  const lines = await examine(examinationWith(fakeMachine()), [broken, ...checks.slice(0, 1)]);
  expect(lines).toEqual([
    expect.objectContaining({ check: 'x', status: 'warning', says: 'could not be checked: it broke' }),
    expect.objectContaining({ check: 'node', status: 'ok' }),
  ]);
});
