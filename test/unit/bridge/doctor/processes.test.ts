import { describe, expect, it } from 'vitest';
import { processes } from '../../../../bridge/cli/doctor/checks/processes.ts';
import type { RunningProcess } from '../../../../bridge/cli/doctor/machine/machine.ts';
import { runningProcesses } from '../../../../bridge/cli/doctor/machine/processes.ts';
import { examinationWith, fakeMachine } from '../../../support/fake-machine.ts';

const BRIDGE = ['/usr/bin/node', '/opt/cellwire.js'];
const INIT: RunningProcess = { pid: 1, parent: 0, words: ['/sbin/init'] };

const look = (all: RunningProcess[] | null) =>
  processes.run(examinationWith(fakeMachine({ processes: all })));

describe('a bridge without an agent', () => {
  it.each<[string, RunningProcess[]]>([
    ['of the first process', [INIT, { pid: 9, parent: 1, words: BRIDGE }]],
    [
      "of the user's own first process",
      [
        INIT,
        { pid: 5, parent: 1, words: ['/usr/lib/systemd/systemd', '--user'] },
        { pid: 9, parent: 5, words: BRIDGE },
      ],
    ],
    ['of nobody', [INIT, { pid: 9, parent: 8, words: ['node.exe', 'C:\\a\\cellwire.js', '--port', '1'] }]],
    ['started by its link', [INIT, { pid: 9, parent: 1, words: ['node', '/usr/local/bin/cellwire'] }]],
  ])('is found: a child %s', async (_whose, all) => {
    expect(await look(all)).toMatchObject({ status: 'warning', mend: expect.stringMatching(/^kill 9 /) });
  });

  it.each<[string, RunningProcess[]]>([
    ['an agent', [INIT, { pid: 5, parent: 1, words: ['claude'] }, { pid: 9, parent: 5, words: BRIDGE }]],
    [
      'an agent that is all there is in a container',
      [
        { pid: 1, parent: 0, words: ['claude'] },
        { pid: 9, parent: 1, words: BRIDGE },
      ],
    ],
    ['a parent outside of the container', [{ pid: 9, parent: 0, words: BRIDGE }]],
  ])('is not: one with %s', async (_what, all) => {
    expect(await look(all)).toEqual({ status: 'ok', says: 'none; one bridge runs with an agent' });
  });

  it.each([
    ['itself', { pid: 4_000, parent: 1, words: BRIDGE }],
    ['what is meant to stay', { pid: 9, parent: 1, words: [...BRIDGE, 'serve', '--http'] }],
    ['an editor', { pid: 9, parent: 1, words: ['vim', '/opt/cellwire.js'] }],
    ['another program', { pid: 9, parent: 1, words: ['node', '/opt/other.js'] }],
    ['a process without words', { pid: 9, parent: 1, words: [''] }],
  ])('is not: %s', async (_what, one) => {
    expect(await look([INIT, one])).toEqual({ status: 'ok', says: 'no bridge runs' });
  });

  it('is not known where the system does not tell', async () => {
    expect(await look(null)).toMatchObject({ status: 'skipped' });
  });
});

describe('the processes of a machine', () => {
  it('are read from /proc on Linux, whatever their names', async () => {
    const files = {
      '/proc/12/stat': '12 (a) S 1 (b) R 3 12 12 0 -1',
      '/proc/12/cmdline': 'node\0/x y/cellwire.js\0--port\x001\0',
      '/proc/13/stat': '13 (kworker/0:1) I 2 0 0 0 -1',
      '/proc/13/cmdline': '',
      '/proc/version': 'Linux',
    };
    expect(await runningProcesses(fakeMachine({ files }))).toEqual([
      { pid: 12, parent: 3, words: ['node', '/x y/cellwire.js', '--port', '1'] },
      { pid: 13, parent: 2, words: [''] },
    ]);
    expect(await runningProcesses(fakeMachine())).toBeNull();
  });

  it('are told by ps on macOS', async () => {
    const outputs = {
      'ps -axww -o pid=,ppid=,command=': '    1     0 /sbin/launchd\n  812     1 node /a/cellwire.js  -x\n',
    };
    expect(await runningProcesses(fakeMachine({ platform: 'darwin', outputs }))).toEqual([
      { pid: 1, parent: 0, words: ['/sbin/launchd'] },
      { pid: 812, parent: 1, words: ['node', '/a/cellwire.js', '-x'] },
    ]);
    expect(await runningProcesses(fakeMachine({ platform: 'darwin' }))).toBeNull();
  });

  it('are told by PowerShell on Windows', async () => {
    const query =
      'powershell.exe -NoProfile -Command Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,CommandLine | ConvertTo-Json -Compress';
    const told = [
      { ProcessId: 4, ParentProcessId: 0, CommandLine: null },
      {
        ProcessId: 9,
        ParentProcessId: 4,
        CommandLine: '"C:\\Program Files\\nodejs\\node.exe" "C:\\a b\\cellwire.js"',
      },
    ];
    const machine = (text: string) => fakeMachine({ platform: 'win32', outputs: { [query]: text } });
    expect(await runningProcesses(machine(JSON.stringify(told)))).toEqual([
      { pid: 4, parent: 0, words: [] },
      { pid: 9, parent: 4, words: ['C:\\Program Files\\nodejs\\node.exe', 'C:\\a b\\cellwire.js'] },
    ]);
    expect(await runningProcesses(machine('no JSON'))).toBeNull();
  });
});
