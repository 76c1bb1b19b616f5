import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checks } from '../../bridge/cli/doctor/checks/all.ts';
import { examine } from '../../bridge/cli/doctor/examine.ts';
import type { LinkFacts } from '../../bridge/cli/doctor/link/link-facts.ts';
import type { DoctorOptions } from '../../bridge/cli/doctor/options.ts';
import type { Line } from '../../bridge/cli/doctor/report.ts';
import { VERSION } from '../../bridge/version.ts';
import { projectRoot } from '../../scripts/setup/command.mjs';
import type { MachineSeed } from './fake-machine.ts';
import { examinationWith, fakeMachine, profileWith } from './fake-machine.ts';
import type { TemporaryFolder } from './temporary-folder.ts';
import { temporaryFolder } from './temporary-folder.ts';

const KEY = `${'k'.repeat(16)}.${'s'.repeat(43)}`;
const KEYS_FILE = JSON.stringify({ port: 40_000, serverId: 'i'.repeat(16), keys: [KEY] });
export const ALL_WAYS = {
  read: 'cell.getText()',
  insert: 'tools service',
  run: 'manualExecute',
  move: 'moveCells',
};

let home: TemporaryFolder;

/** With an agent's file on a real disk. */
async function prepareHome(): Promise<void> {
  home = await temporaryFolder('doctor');
  await mkdir(join(home.path, '.cursor'));
  const cellwire = { command: '/usr/bin/node', args: ['/opt/cellwire/cellwire.js'] };
  await writeFile(join(home.path, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { cellwire } }));
}

export interface Fault {
  machine?: (seed: Required<Pick<MachineSeed, 'files' | 'env' | 'outputs'>>, home: string) => MachineSeed;
  link?: LinkFacts;
  options?: Partial<DoctorOptions>;
}

/** A computer where all is in order, with one thing that is not. */
export async function findings({ machine, link, options }: Fault = {}): Promise<Line[]> {
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

export const isTrouble = ({ status }: Line): boolean => status === 'warning' || status === 'failure';

export const without = <Value>(record: Record<string, Value>, ...names: string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** A fault, and the one finding that it must give. */
export type SeededFault = [
  name: string,
  fault: Fault,
  expected: Pick<Line, 'check' | 'status'> & { says: RegExp; mend: RegExp },
];

/** Lets a test file seed these faults, one after the other. */
export function seedFaults(faults: SeededFault[]): void {
  beforeAll(prepareHome);
  afterAll(() => home.remove());

  it.each(faults)('names %s, and nothing else, with what mends it', async (_name, fault, expected) => {
    const { says, mend, ...rest } = expected;
    const trouble = (await findings(fault)).filter(isTrouble);
    expect(trouble).toEqual([
      expect.objectContaining({
        ...rest,
        says: expect.stringMatching(says),
        mend: expect.stringMatching(mend),
      }),
    ]);
  });

  it.each(faults)('the docs know %s by what is said of it', async (_name, fault) => {
    const rows = await documented();
    const [found] = (await findings(fault)).filter(isTrouble);
    const title = found?.title === 'Cursor' ? '_an agent_' : found?.title;
    expect(rows.filter((row) => row.title === title && row.says.test(found?.says ?? ''))).not.toEqual([]);
  });
}

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
