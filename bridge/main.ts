import './supported-node.ts';
import { setTimeout as pause, setImmediate as readOnce } from 'node:timers/promises';
import { initializeResult } from './agent/identity.ts';
import { StdioTransport } from './agent/stdio-transport.ts';
import type { BridgeOptions, Command } from './cli/command-line.ts';
import { parseCommandLine, UsageError } from './cli/command-line.ts';
import { helpText } from './cli/help.ts';
import { endWithAgent } from './lifetime.ts';
import { Log } from './log.ts';
import type { RunningBridge } from './run-bridge.ts';
import { VERSION } from './version.ts';

/** Loading keeps the process busy for a moment, in which no line is read: an agent that is about to speak goes first. */
const LOAD_WITHIN_MS = 100;

// This file and what it imports is all that is loaded before the agent has its first answer: keep it small.

function serve(options: BridgeOptions): void {
  const log = new Log(options.logFile);
  const transport = new StdioTransport(process.stdin, process.stdout, initializeResult);
  const loading = load(options, { log, transport });
  endWithAgent(loading, log);
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
): Promise<RunningBridge> {
  await Promise.race([around.transport.begun, pause(LOAD_WITHIN_MS)]);
  // On a busy machine that time may pass before the first look at stdin.
  await readOnce();
  const { runBridge } = await import('./run-bridge.ts');
  return runBridge(options, around);
}

function commandOf(args: string[]): Command {
  try {
    return parseCommandLine(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`cellwire: ${error.message} Try --help.\n`);
    process.exit(2);
  }
}

const command = commandOf(process.argv.slice(2));
if (command.kind === 'help') process.stdout.write(helpText());
else if (command.kind === 'version') process.stdout.write(`${VERSION}\n`);
else serve(command.options);
