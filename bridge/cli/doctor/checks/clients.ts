import { VERSION } from '../../../version.ts';
import type { ServerCommand } from '../../clients/client.ts';
import type { FoundClient } from '../../clients/find-clients.ts';
import { findClients, serverOf } from '../../clients/find-clients.ts';
import type { Check, Finding } from '../check.ts';
import { failure, ok, skipped, warning } from '../check.ts';
import type { Machine } from '../machine/machine.ts';
import { findProgram } from '../machine/machine.ts';

/** As npm knows us: the name, perhaps with a version. */
const PACKAGE = /^cellwire(?:@(.+))?$/;
const PROGRAM = /(?:^|[\\/])cellwire(?:\.js)?$/;

/** The programs of agents on this machine: does each that knows us start this version? */
export const clients: Check = {
  id: 'clients',
  title: 'Agents',
  run: async ({ machine }) => {
    const found = await findClients(machine);
    const known = found.filter(({ entry, problem }) => entry !== undefined || problem !== undefined);
    const lines = await Promise.all(known.map((one) => ofClient(one, machine)));
    const isSetUp = found.some(({ entry }) => entry !== undefined);
    const installed = found.filter((one) => one.installed && !known.includes(one));
    if (isSetUp) return [...lines, ...installed.map(notSetUp)];
    return [...lines, noneSetUp(installed.map(({ client }) => client.name))];
  },
};

function noneSetUp(installed: readonly string[]): Finding {
  return installed.length === 0
    ? warning('none found that Cellwire knows', 'npx cellwire setup (lists them)')
    : warning(`not set up yet: ${installed.join(', ')}`, 'npx cellwire setup all');
}

const notSetUp = ({ client: { name, id } }: FoundClient): Finding => ({
  ...skipped(`not set up for cellwire; if you use it: npx cellwire setup ${id}`),
  title: name,
});

async function ofClient({ client, file, entry, problem }: FoundClient, machine: Machine): Promise<Finding> {
  const server = serverOf(entry);
  const mend = `npx cellwire setup ${client.id}`;
  if (problem !== undefined) {
    return { ...failure(`${file}: ${problem}`, `Mend that file by hand, then: ${mend}`), title: client.name };
  }
  const finding = server
    ? await ofCommand(server, mend, machine)
    : skipped(`set up without a program (${file})`);
  return { ...finding, title: client.name };
}

async function ofCommand({ command, args }: ServerCommand, mend: string, machine: Machine): Promise<Finding> {
  const asked = args.map((word) => PACKAGE.exec(word)).find((match) => match !== null);
  const viaNpm = /(?:^|[\\/])(?:npx|npm|cmd|bunx|pnpm)(?:\.cmd|\.exe)?$/i.test(command);
  if (viaNpm && asked) return ofPackage(asked[1], mend);
  const program = await findProgram(machine, command);
  if (program === null) return failure(`starts ${command}, which is gone`, mend);
  const script = args.find((word) => PROGRAM.test(word));
  if (script === undefined && !PROGRAM.test(command))
    return failure(`starts another program: ${command}`, mend);
  if (script !== undefined && !(await machine.stat(script))?.isFile) {
    return failure(`starts ${script}, which is gone`, mend);
  }
  const version = await machine.output(program, [...(script === undefined ? [] : [script]), '--version']);
  if (version === null) return failure(`starts ${script ?? command}, which does not run`, mend);
  return ofVersion(version.trim(), mend);
}

function ofPackage(version: string | undefined, mend: string): Finding {
  if (version === undefined || !/^\d/.test(version)) return ok('starts the version that npm has');
  return ofVersion(version, mend);
}

function ofVersion(version: string, mend: string): Finding {
  if (version === VERSION) return ok(`starts cellwire ${version}`);
  return warning(`starts cellwire ${version}, and this is ${VERSION}`, mend);
}
