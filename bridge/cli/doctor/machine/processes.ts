import { isRecord } from '../../../../src/wire/json.ts';
import { splitWords } from '../../../browser/split-words.ts';
import type { Machine, RunningProcess } from './machine.ts';

type System = Pick<Machine, 'platform' | 'list' | 'readText' | 'output'>;

const WINDOWS_QUERY =
  'Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,CommandLine | ConvertTo-Json -Compress';

/** Every process of the machine; null when the system does not tell. */
export async function runningProcesses(system: System): Promise<RunningProcess[] | null> {
  if (system.platform === 'linux') return fromProc(system);
  if (system.platform === 'win32') {
    const told = await system.output('powershell.exe', ['-NoProfile', '-Command', WINDOWS_QUERY]);
    return told === null ? null : fromWindows(told);
  }
  const told = await system.output('ps', ['-axww', '-o', 'pid=,ppid=,command=']);
  return told === null ? null : fromPs(told);
}

/** Not `ps`, which small images do not have. */
async function fromProc({ list, readText }: System): Promise<RunningProcess[] | null> {
  const pids = (await list('/proc')).filter((name) => /^\d+$/.test(name));
  if (pids.length === 0) return null;
  const all = await Promise.all(
    pids.map(async (pid): Promise<RunningProcess | null> => {
      const [stat, line] = await Promise.all([
        readText(`/proc/${pid}/stat`),
        readText(`/proc/${pid}/cmdline`),
      ]);
      // The name, in brackets, may have anything in it; after it come the state and the parent.
      const parent = /\) \S (\d+) [^)]*$/.exec(stat ?? '')?.[1];
      if (parent === undefined || line === null) return null;
      return { pid: Number(pid), parent: Number(parent), words: line.replace(/\0$/, '').split('\0') };
    }),
  );
  return all.filter((one) => one !== null);
}

function fromPs(told: string): RunningProcess[] {
  return told.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (command === undefined) return [];
    // How the words were apart is lost: a path with a blank in it is two of them.
    return [{ pid: Number(pid), parent: Number(parent), words: command.trim().split(/\s+/) }];
  });
}

function fromWindows(told: string): RunningProcess[] | null {
  let rows: unknown;
  try {
    rows = JSON.parse(told);
  } catch {
    return null;
  }
  const all: unknown[] = Array.isArray(rows) ? rows : [rows];
  return all.filter(isRecord).map(({ ProcessId, ParentProcessId, CommandLine }) => ({
    pid: Number(ProcessId),
    parent: Number(ParentProcessId),
    words: typeof CommandLine === 'string' ? splitWords(CommandLine, 'win32') : [],
  }));
}
