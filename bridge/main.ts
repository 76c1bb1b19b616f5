import './supported-node.ts';
import { setTimeout as pause, setImmediate as readOnce } from 'node:timers/promises';
import { initializeResult, notebookIdentity, runtimeIdentity } from './agent/identity.ts';
import { StdioTransport } from './agent/stdio-transport.ts';
import type { BridgeOptions, Command, HttpOptions } from './cli/command-line.ts';
import { parseCommandLine } from './cli/command-line.ts';
import { helpText } from './cli/help.ts';
import { UsageError } from './cli/usage-error.ts';
import type { Running } from './lifetime.ts';
import { endOnSignals, endWithAgent } from './lifetime.ts';
import { Log } from './log.ts';
import { VERSION } from './version.ts';

/** Loading keeps the process busy for a moment, in which no line is read: an agent that is about to speak goes first. */
const LOAD_WITHIN_MS = 100;
/** A kernel of ours is shut down before we end, and servers take their time. Clients wait about as long before they kill. */
const KERNEL_GOODBYE_MS = 3_500;

// This file and what it imports is all that is loaded before the agent has its first answer: keep it small.

function serveSeveral(options: BridgeOptions, http: HttpOptions): void {
  const log = new Log(options.logFile);
  const loading = import('./http/serve-http.ts').then(({ serveHttp }) => serveHttp(options, http, { log }));
  endOnSignals(loading, log);
  exitUnlessOpened(loading, log);
}

function serve(options: BridgeOptions): void {
  const log = new Log(options.logFile);
  const identity = options.runtime ? runtimeIdentity : notebookIdentity;
  const transport = new StdioTransport(process.stdin, process.stdout, (params) =>
    initializeResult(params, identity),
  );
  const loading = load(options, { log, transport });
  endWithAgent(loading, log, options.runtime ? KERNEL_GOODBYE_MS : undefined);
  exitUnlessOpened(loading, log);
}

function exitUnlessOpened(loading: Promise<Running>, log: Log): void {
  loading
    .then(({ opened }) => opened)
    .catch((error: unknown) => {
      log.error(error instanceof Error ? error.message : String(error));
      process.exit(1);
    });
}

async function load(
  options: BridgeOptions,
  around: { log: Log; transport: StdioTransport },
): Promise<Running> {
  await Promise.race([around.transport.begun, pause(LOAD_WITHIN_MS)]);
  // On a busy machine that time may pass before the first look at stdin.
  await readOnce();
  if (options.runtime) {
    const { runHeadless } = await import('./runtime/run-headless.ts');
    return runHeadless(options.runtime, options, around);
  }
  const { runBridge } = await import('./run-bridge.ts');
  return runBridge(options, around);
}

function commandOf(args: string[]): Command {
  try {
    return parseCommandLine(args);
  } catch (error) {
    process.exit(notUnderstood(error));
  }
}

/** `program` with the command's own name, where one was named. */
function notUnderstood(error: unknown, program = 'cellwire'): number {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${program}: ${error.message} Try "${program} --help".\n`);
  return 2;
}

const command = commandOf(process.argv.slice(2));
// Whoever read along may leave, as `head` does: what is under way is done all the same.
if (command.kind !== 'serve') process.stdout.on('error', () => {});
if (command.kind === 'help') process.stdout.write(helpText());
else if (command.kind === 'version') process.stdout.write(`${VERSION}\n`);
else if (command.kind === 'command') {
  process.exitCode = await command.run().catch((error) => notUnderstood(error, `cellwire ${command.name}`));
} else if (command.http) serveSeveral(command.options, command.http);
else serve(command.options);
