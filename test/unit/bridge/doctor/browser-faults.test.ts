import { VERSION } from '../../../../bridge/version.ts';
import type { SeededFault } from '../../../support/doctor-faults.ts';
import { ALL_WAYS, seedFaults, without } from '../../../support/doctor-faults.ts';
import { linkWith, profileWith } from '../../../support/fake-machine.ts';

const FAULTS: SeededFault[] = [
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

seedFaults(FAULTS);
