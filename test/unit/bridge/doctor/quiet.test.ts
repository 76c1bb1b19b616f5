import { describe, expect, it } from 'vitest';
import { colab } from '../../../../bridge/cli/doctor/checks/colab.ts';
import { extension } from '../../../../bridge/cli/doctor/checks/extension.ts';
import { localAccess } from '../../../../bridge/cli/doctor/checks/local-access.ts';
import { loopback } from '../../../../bridge/cli/doctor/checks/loopback.ts';
import { port } from '../../../../bridge/cli/doctor/checks/port.ts';
import { proxy } from '../../../../bridge/cli/doctor/checks/proxy.ts';
import { jsonReport, textReport } from '../../../../bridge/cli/doctor/report.ts';
import { isSupportedNode } from '../../../../bridge/node-version.ts';
import { pageStatusIn } from '../../../../bridge/tabs/page-status.ts';
import { examinationWith, fakeMachine, linkWith, profileWith } from '../../../support/fake-machine.ts';

const WAYS = { read: 'a', read_outputs: 'b', run_end_event: 'c', insert: 'd' };
const page = (capabilities: Record<string, string | null>, cells: number | null = 3) =>
  colab.run(
    examinationWith(fakeMachine(), {
      link: linkWith({ page: { capabilities, cells, build: null } }),
    }),
  );

describe('what is no fault', () => {
  it('a notebook without cells, or without code', async () => {
    const empty = { ...WAYS, read: null, read_outputs: null, run_end_event: null };
    expect(await page(empty, 0)).toMatchObject({ status: 'ok' });
    expect(await page(empty, 3)).toMatchObject({ status: 'failure' });
    expect(await page({ ...WAYS, read_outputs: null, run_end_event: null })).toMatchObject({ status: 'ok' });
    expect(await page({ ...WAYS, read_outputs: null })).toMatchObject({ status: 'warning' });
  });

  it('a page that nobody has asked yet', async () => {
    const look = (link: ReturnType<typeof linkWith>) => colab.run(examinationWith(fakeMachine(), { link }));
    expect(await look(linkWith({}))).toMatchObject({
      status: 'skipped',
      says: expect.stringContaining('get_status'),
    });
    expect(await look(linkWith())).toMatchObject({
      status: 'skipped',
      says: expect.stringContaining('no notebook'),
    });
  });

  it('a browser on another computer', async () => {
    const on = examinationWith(fakeMachine(), { options: { opensBrowser: false } });
    expect(await extension.run(on)).toMatchObject({ status: 'warning' });
    expect(await localAccess.run(on)).toMatchObject({ status: 'skipped' });
  });

  it('a profile without the extension beside one that has it', async () => {
    const files = {
      '/home/ann/.config/chromium/Default/Preferences': profileWith({ disable_reasons: [1] }),
      '/home/ann/.config/chromium/Profile 1/Preferences': profileWith({ path: 'fckdd/0.1.0_0' }),
      '/home/ann/.config/chromium/Profile 2/Preferences': '{"extensions":',
    };
    expect(await extension.run(examinationWith(fakeMachine({ files })))).toMatchObject([
      { status: 'ok', says: expect.stringContaining('Profile 1') },
    ]);
  });

  it('a machine with one kind of address', async () => {
    const machine = fakeMachine({ trips: { '::1': { kind: 'absent' } } });
    expect(await loopback.run(examinationWith(machine))).toEqual({
      status: 'ok',
      says: 'programs here reach each other (127.0.0.1)',
    });
  });

  it('a bridge that runs', async () => {
    const running = (link: ReturnType<typeof linkWith>) => port.run(examinationWith(fakeMachine(), { link }));
    expect(await running(linkWith())).toMatchObject({
      status: 'ok',
      says: expect.stringContaining('process 77'),
    });
    expect(await running({ ...linkWith(), status: null })).toMatchObject({ status: 'ok' });
  });

  it('a proxy that spares this computer', async () => {
    const env = { HTTP_PROXY: 'http://p', NO_PROXY: '127.0.0.1, localhost,[::1]' };
    expect(await proxy.run(examinationWith(fakeMachine({ env })))).toMatchObject({ status: 'ok' });
    const all = { ALL_PROXY: 'http://p', no_proxy: '*' };
    expect(await proxy.run(examinationWith(fakeMachine({ env: all })))).toMatchObject({ status: 'ok' });
  });
});

it.each([
  ['18.20.4', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.0.0', true],
])('Node %s is supported: %s', (version, isSupported) => {
  expect(isSupportedNode(version)).toBe(isSupported);
});

describe('the report', () => {
  const lines = [
    { check: 'a', title: 'Long title', status: 'ok', says: 'fine' },
    { check: 'b', title: 'Short', status: 'failure', says: 'broken', mend: 'mend it' },
    { check: 'c', title: 'Other', status: 'skipped', says: 'not asked' },
  ] as const;

  it('for people', () => {
    expect(textReport(lines).split('\n').slice(2)).toEqual([
      '  ok       Long title  fine',
      '  FAILURE  Short       broken',
      '                     > mend it',
      '  -        Other       not asked',
      '',
      '1 failure. What to do is behind ">"; more in docs/troubleshooting.md.',
      '',
    ]);
    expect(textReport(lines, { colours: true })).toContain('\u001b[31mFAILURE\u001b[0m');
    expect(textReport(lines.slice(0, 1))).toContain('Nothing is wrong.');
  });

  it('for programs', () => {
    expect(JSON.parse(jsonReport(lines))).toMatchObject({ ok: false, findings: lines });
    expect(JSON.parse(jsonReport(lines.slice(0, 1)))).toMatchObject({ ok: true });
  });
});

it('a status that tells nothing of the page is none', () => {
  for (const answer of [undefined, 'x', {}, { capabilities: 3 }]) expect(pageStatusIn(answer)).toBeNull();
  expect(pageStatusIn({ capabilities: { read: 'a', move: 7 } })).toEqual({
    capabilities: { read: 'a', move: null },
    cells: null,
    build: null,
  });
});
