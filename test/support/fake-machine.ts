import { posix, win32 } from 'node:path';
import type { Examination } from '../../bridge/cli/doctor/check.ts';
import { examinationOf } from '../../bridge/cli/doctor/examine.ts';
import type { LinkFacts } from '../../bridge/cli/doctor/link/link-facts.ts';
import type { Machine, RoundTrip, RunningProcess } from '../../bridge/cli/doctor/machine/machine.ts';
import type { DoctorOptions } from '../../bridge/cli/doctor/options.ts';
import type { TabStatus } from '../../bridge/tabs/bridge-status.ts';
import { VERSION } from '../../bridge/version.ts';
import { PROTOCOL } from '../../src/wire/hello.ts';
import { EXTENSION_ID } from '../../src/wire/socket.ts';

export interface MachineSeed {
  platform?: NodeJS.Platform;
  env?: NodeJS.ProcessEnv;
  home?: string;
  nodeVersion?: string;
  /** Texts by path. */
  files?: Record<string, string>;
  /** Those of files and folders that are not private. */
  modes?: Record<string, number>;
  /** Files of somebody else. */
  foreign?: string[];
  /** What commands print, by their words. */
  outputs?: Record<string, string>;
  processes?: RunningProcess[] | null;
  trips?: Partial<Record<'127.0.0.1' | '::1', RoundTrip>>;
}

/** A machine that is in order, but for what is seeded. */
export function fakeMachine(seed: MachineSeed = {}): Machine {
  const { platform = 'linux', files = {}, modes = {}, outputs = {}, foreign = [], processes = [] } = seed;
  const { sep } = platform === 'win32' ? win32 : posix;
  const below = (folder: string): string[] =>
    Object.keys(files).flatMap((path) => {
      const start = folder.endsWith(sep) ? folder : `${folder}${sep}`;
      return path.startsWith(start) ? [path.slice(start.length)] : [];
    });
  return {
    platform,
    env: seed.env ?? {},
    home: seed.home ?? '/home/ann',
    nodeVersion: seed.nodeVersion ?? '22.12.0',
    pid: 4_000,
    readText: async (path) => files[path] ?? null,
    stat: async (path) => {
      const isFile = files[path] !== undefined;
      const isFolder = below(path).length > 0;
      return isFile || isFolder ? { mode: modes[path] ?? (isFile ? 0o600 : 0o700), isFile, isFolder } : null;
    },
    list: async (folder) => [...new Set(below(folder).map((rest) => rest.split(sep)[0] ?? rest))],
    mayReadAndWrite: async (path) => !foreign.includes(path),
    output: async (program, args) => outputs[[program, ...args].join(' ')] ?? null,
    processes: async () => processes,
    roundTrip: async (address) => seed.trips?.[address] ?? { kind: 'ok' },
  };
}

export const DOCTOR_OPTIONS: DoctorOptions = {
  json: false,
  port: undefined,
  tokenFile: '/home/ann/.config/cellwire/bridge.json',
  opensBrowser: true,
  browserCommand: undefined,
};

export const NO_LINK: LinkFacts = { port: null, holder: 'nobody', status: null };

/** Of a fake machine, with what its link is to tell. */
export function examinationWith(
  machine: Machine,
  { options = {}, link = NO_LINK }: { options?: Partial<DoctorOptions>; link?: LinkFacts } = {},
): Examination {
  return { ...examinationOf(machine, { ...DOCTOR_OPTIONS, ...options }), link: async () => link };
}

/** What a bridge tells whose tabs are these. */
export function linkWith(...tabs: Array<Partial<TabStatus>>): LinkFacts {
  const today = {
    extension: { extensionVersion: VERSION, protocol: PROTOCOL },
    isRefused: false,
    page: null,
  };
  const status = { version: VERSION, pid: 77, tabs: tabs.map((tab) => ({ ...today, ...tab })) };
  return { port: 40_000, holder: 'bridge', status };
}

/** A browser's file about a profile, with our extension in it as Chromium 156 writes it down. */
export function profileWith(settings: Record<string, unknown> = {}): string {
  const usual = {
    active_permissions: { explicit_host: ['https://colab.research.google.com/*', 'ws://127.0.0.1/*'] },
    disable_reasons: [],
    location: 4,
    path: '/opt/cellwire/extension',
    service_worker_registration_info: { version: VERSION },
  };
  return JSON.stringify({ extensions: { settings: { [EXTENSION_ID]: { ...usual, ...settings } } } });
}
