import { clients } from '../clients/catalogue.ts';
import type { Client, ServerCommand } from '../clients/client.ts';
import { entryBlock } from '../clients/edit-config.ts';
import { configFileOf, isInstalled } from '../clients/find-clients.ts';
import { type Machine, thisMachine } from '../clients/machine.ts';
import { lastingProgram, serverCommand } from '../clients/server-command.ts';
import { packageFiles } from '../package-files.ts';
import { addTo, removeFrom } from './change-client.ts';
import { unpackExtension } from './extension.ts';
import { listClients } from './list-clients.ts';
import { keepProgram, removeOwnFiles } from './own-files.ts';
import { type SetupOptions, setupOptions } from './setup-options.ts';
import { helpText, loadingSteps, outcomeText } from './words.ts';

const say = (text: string): unknown => process.stdout.write(text);
const complain = (text: string): unknown => process.stderr.write(text);
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** `cellwire setup`: gives the exit code. */
export async function run(args: string[], machine: Machine = thisMachine()): Promise<number> {
  const options = setupOptions(args);
  if (options.help) {
    say(helpText());
    return 0;
  }
  if (machine.home === '') {
    complain(
      'cellwire: There is no home folder here, in which agents keep their files. Set HOME to it, and try again.\n',
    );
    return 1;
  }
  const { program } = packageFiles();
  const server = serverCommand(lastingProgram(program, machine), options.extra);
  if (options.clients !== 'all' && options.clients.length === 0) {
    say(await listClients(machine, server));
    return 0;
  }
  const chosen =
    options.clients === 'all' ? clients.filter((client) => isInstalled(client, machine)) : options.clients;
  if (options.print) {
    for (const client of chosen) say(pasteText(client, server, machine));
    return 0;
  }
  return options.remove ? remove(options, machine) : add(chosen, { options, machine, server, program });
}

interface Work {
  options: SetupOptions;
  machine: Machine;
  server: ServerCommand;
  program: string;
}

async function add(chosen: readonly Client[], work: Work): Promise<number> {
  const { options, machine, server, program } = work;
  let failed = chosen.length === 0;
  if (failed) {
    complain(
      'cellwire: No agent that Cellwire knows is here. "cellwire setup" lists them; name one to set it up in any case.\n',
    );
  } else if (server.args[0] !== program && !options.dryRun) await keepProgram(machine);
  for (const client of chosen) failed = !(await addOne(client, work)) || failed;
  if (options.extension) failed = !(await addExtension(work)) || failed;
  if (!failed && !options.dryRun) say('\nThen ask your agent: "Connect to Colab and plot a random walk."\n');
  return failed ? 1 : 0;
}

async function addOne(client: Client, { options, machine, server }: Work): Promise<boolean> {
  try {
    const outcome = await addTo(client, client.entry(server), machine, options.dryRun);
    say(outcomeText(client.name, outcome, options.dryRun));
    if (!options.dryRun && outcome.did !== 'nothing') say(`  ${client.afterwards}\n`);
    return true;
  } catch (error) {
    complain(`cellwire: ${client.name} is not set up. ${reasonOf(error)}\n`);
    say(pasteText(client, server, machine));
    return false;
  }
}

async function addExtension({ options, machine }: Work): Promise<boolean> {
  const { dryRun, extensionDir: wanted } = options;
  try {
    const { folder, version, did } = await unpackExtension(packageFiles().extension, machine, {
      dryRun,
      ...(wanted === undefined ? {} : { wanted }),
    });
    const where =
      did === 'nothing' ? 'is in' : `${dryRun ? 'would be ' : ''}${did} ${did === 'unpacked' ? 'to' : 'in'}`;
    say(`\nExtension ${version}: ${where} ${folder}\n`);
    if (!dryRun) say(loadingSteps(folder, machine, did === 'updated'));
    return true;
  } catch (error) {
    complain(`cellwire: The extension is not unpacked. ${reasonOf(error)}\n`);
    return false;
  }
}

async function remove(options: SetupOptions, machine: Machine): Promise<number> {
  const chosen = options.clients === 'all' ? clients : options.clients;
  let failed = false;
  let isAnythingHere = false;
  for (const client of chosen) {
    try {
      const outcome = await removeFrom(client, machine, options.dryRun);
      if (outcome.did !== 'nothing' || options.clients !== 'all') {
        isAnythingHere = true;
        say(outcomeText(client.name, outcome, options.dryRun));
      }
    } catch (error) {
      failed = true;
      complain(
        `cellwire: Cellwire is still in ${configFileOf(client, machine)}. ${reasonOf(error)} Take it out by hand.\n`,
      );
    }
  }
  if (options.clients === 'all' && options.extension && !options.dryRun) {
    const gone = await removeOwnFiles(machine);
    for (const folder of gone) say(`Deleted ${folder}\n`);
    if (gone.length > 0) say('  Remove Cellwire in chrome://extensions as well.\n');
    isAnythingHere ||= gone.length > 0;
  }
  if (!isAnythingHere && !failed) say('There is nothing of Cellwire to take out.\n');
  return failed ? 1 : 0;
}

const pasteText = (client: Client, server: ServerCommand, machine: Machine): string =>
  `For ${client.name}, in ${configFileOf(client, machine)}:\n\n${entryBlock(client, client.entry(server))}\n`;
