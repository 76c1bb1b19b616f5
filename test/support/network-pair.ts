import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** Two machines on one wire, as far as programs can tell: network namespaces of this one. Only root can have them. */
export interface NetworkPair {
  laptop: Machine;
  server: Machine;
  remove: () => void;
}

export interface Machine {
  address: string;
  /** What goes before a command for it to run there. */
  prefix: string[];
}

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

export function canMakeNetworks(): boolean {
  try {
    startNetworkPair().remove();
    return true;
  } catch {
    return false;
  }
}

export function startNetworkPair(): NetworkPair {
  const id = randomBytes(3).toString('hex');
  const machines = (['laptop', 'server'] as const).map((role, index) => ({
    name: `cw-${role}-${id}`,
    wire: `cw${role.charAt(0)}${id}`,
    // Of a block that is for documentation, and routed nowhere.
    address: `192.0.2.${index + 1}`,
  }));
  const remove = (): void => {
    // A wire goes with its machine.
    for (const { name } of machines) {
      try {
        ip('netns', 'del', name);
      } catch {
        // It was never made.
      }
    }
  };
  try {
    for (const { name } of machines) ip('netns', 'add', name);
    const [one, other] = machines.map(({ wire }) => wire);
    ip('link', 'add', one ?? '', 'type', 'veth', 'peer', 'name', other ?? '');
    for (const { name, wire, address } of machines) {
      ip('link', 'set', wire, 'netns', name);
      ip('-n', name, 'addr', 'add', `${address}/30`, 'dev', wire);
      ip('-n', name, 'link', 'set', wire, 'up');
      ip('-n', name, 'link', 'set', 'lo', 'up');
    }
  } catch (error) {
    remove();
    throw error;
  }
  const [laptop, server] = machines.map(({ name, address }) => ({
    address,
    prefix: ['ip', 'netns', 'exec', name],
  }));
  if (!laptop || !server) throw new Error('There are two.');
  return { laptop, server, remove };
}
