import { expect, it } from 'vitest';
import { checks } from '../../../../bridge/cli/doctor/checks/all.ts';
import { examine } from '../../../../bridge/cli/doctor/examine.ts';
import type { SeededFault } from '../../../support/doctor-faults.ts';
import { findings, isTrouble, seedFaults, without } from '../../../support/doctor-faults.ts';
import { examinationWith, fakeMachine } from '../../../support/fake-machine.ts';

const FAULTS: SeededFault[] = [
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
];

seedFaults(FAULTS);

it('finds nothing wrong on a computer where all is in order', async () => {
  const all = await findings();
  expect(all.filter(isTrouble)).toEqual([]);
  expect(all.map(({ title }) => title)).toContain('Cursor');
});

it('a check that fails itself is told, and the others go on', async () => {
  const broken = { id: 'x', title: 'X', run: () => Promise.reject(new Error('it broke')) };
  const lines = await examine(examinationWith(fakeMachine()), [broken, ...checks.slice(0, 1)]);
  expect(lines).toEqual([
    expect.objectContaining({ check: 'x', status: 'warning', says: 'could not be checked: it broke' }),
    expect.objectContaining({ check: 'node', status: 'ok' }),
  ]);
});
