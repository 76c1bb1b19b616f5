import type { Check } from '../check.ts';
import { ok, skipped, warning } from '../check.ts';
import type { RunningProcess } from '../machine/machine.ts';

/** What takes over the children of those that have ended. */
const INITS = /^(?:init|systemd|launchd|tini|dumb-init|docker-init|catatonit|runit|s6-svscan)$/;
const RUNTIMES = /node|electron|helper|bun|deno/i;

/** A bridge ends with the agent that started it. One whose agent is gone keeps the port from the next. */
export const processes: Check = {
  id: 'processes',
  title: 'Left over',
  run: async ({ machine }) => {
    const all = await machine.processes();
    if (!all) return skipped('this system does not tell which processes run');
    const bridges = all.filter((one) => one.pid !== machine.pid && isBridge(one));
    const byPid = new Map(all.map((one) => [one.pid, one]));
    const orphans = bridges.filter((one) => isOrphan(one, byPid));
    if (orphans.length === 0) {
      return ok(bridges.length === 0 ? 'no bridge runs' : `none; ${running(bridges.length)} with an agent`);
    }
    const pids = orphans.map(({ pid }) => pid);
    const command =
      machine.platform === 'win32'
        ? `taskkill /F ${pids.map((pid) => `/PID ${pid}`).join(' ')}`
        : `kill ${pids.join(' ')}`;
    return warning(
      `${running(orphans.length)} without an agent (process ${pids.join(', ')})`,
      `${command} (unless you started it by hand)`,
    );
  },
};

const running = (count: number): string => (count === 1 ? 'one bridge runs' : `${count} bridges run`);

const nameOf = (word = ''): string =>
  word
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\.exe$/i, '') ?? '';

/** Node with our program, that serves an agent: other commands of it end by themselves, or are meant to stay. */
function isBridge({ words }: RunningProcess): boolean {
  if (!RUNTIMES.test(nameOf(words[0]))) return false;
  const at = words.findIndex((word, index) => index > 0 && /^cellwire(?:\.js)?$/.test(nameOf(word)));
  const next = words[at + 1];
  return at > 0 && (next === undefined || next.startsWith('-'));
}

function isOrphan({ parent }: RunningProcess, byPid: ReadonlyMap<number, RunningProcess>): boolean {
  // Its parent is outside of a container.
  if (parent === 0) return false;
  const found = byPid.get(parent);
  if (!found) return true;
  // In a container an agent may be the first process of all.
  return (
    INITS.test(nameOf(found.words[0])) ||
    (parent === 1 && !/claude|codex|gemini|node|code|cursor/i.test(nameOf(found.words[0])))
  );
}
