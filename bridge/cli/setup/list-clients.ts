import { isDeepStrictEqual } from 'node:util';
import type { ServerCommand } from '../clients/client.ts';
import { type FoundClient, findClients, serverOf } from '../clients/find-clients.ts';
import type { Machine } from '../clients/machine.ts';

/** Which clients are here, and what setup would do about each. */
export async function listClients(machine: Machine, server: ServerCommand): Promise<string> {
  const found = await findClients(machine);
  const lines = found.map((client) => `${lineOf(client, server)}\n`);
  const open = found.filter((client) => client.installed && !isRight(client, server) && !client.problem);
  const next =
    open.length > 0
      ? `To do so for all that are here: cellwire setup all   (with --dry-run to see it first)\n`
      : found.some(({ installed }) => installed)
        ? 'Nothing to do for these.\n'
        : 'None of these seems to be here; "cellwire setup CLIENT" sets one up in any case.\n';
  return `${lines.join('')}\n${next}`;
}

function lineOf(found: FoundClient, server: ServerCommand): string {
  const { client, installed, file } = found;
  const state = stateOf(found, server);
  const head = `${client.id.padEnd(15)} ${installed ? 'found' : 'not found'}`;
  return state === '' ? head : `${head}: ${state}\n${' '.repeat(16)}${file}`;
}

function stateOf(found: FoundClient, server: ServerCommand): string {
  const { client, installed, text, entry, problem } = found;
  if (problem !== undefined) return `its file cannot be used. ${problem}`;
  if (isRight(found, server)) return 'is set up';
  if (entry !== undefined)
    return `starts another Cellwire; "cellwire setup ${client.id}" would bring it up to date`;
  if (!installed) return '';
  return `"cellwire setup ${client.id}" would ${text === undefined ? 'make its file' : 'add Cellwire to its file'}`;
}

/** Options that the user gave the server are the user's. */
function isRight({ entry }: FoundClient, { command, args }: ServerCommand): boolean {
  const known = serverOf(entry);
  return (
    known !== undefined &&
    known.command === command &&
    isDeepStrictEqual(known.args.slice(0, args.length), args)
  );
}
