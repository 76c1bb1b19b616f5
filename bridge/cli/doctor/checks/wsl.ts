import type { Check, Finding } from '../check.ts';
import { failure, ok } from '../check.ts';
import type { Machine } from '../machine/machine.ts';
import { isWsl } from '../machine/machine.ts';

const MIRRORED =
  'In Windows, put "networkingMode=mirrored" below [wsl2] in %UserProfile%\\.wslconfig, then run: wsl --shutdown';

/** Linux inside of Windows, with the browser outside: how the one reaches the other. */
export const wsl: Check = {
  id: 'wsl',
  title: 'WSL',
  run: async ({ machine }) => ((await isWsl(machine)) ? examine(machine) : []),
};

async function examine({ output, list, readText }: Machine): Promise<Finding> {
  const told = await output('wslinfo', ['--networking-mode']);
  const mode = told?.trim().toLowerCase() ?? 'nat';
  if (mode === 'mirrored') return ok('mirrored network: the browser in Windows reaches this bridge');
  if (mode === 'none') return failure('no network between Windows and Linux', MIRRORED);
  const users = await list('/mnt/c/Users');
  const settings = await Promise.all(users.map((user) => readText(`/mnt/c/Users/${user}/.wslconfig`)));
  if (settings.some((text) => /^\s*localhostForwarding\s*=\s*false/im.test(text ?? ''))) {
    return failure('the browser in Windows cannot reach this bridge (localhostForwarding=false)', MIRRORED);
  }
  return ok('Windows passes its browser on to this bridge (127.0.0.1 only)');
}
