import './supported-node.ts';
import type { BridgeOptions, Command } from './cli/command-line.ts';
import { parseCommandLine } from './cli/command-line.ts';
import { helpText } from './cli/help.ts';
import { UsageError } from './cli/usage-error.ts';
import { PortTakenError } from './endpoint/listen.ts';
import { endWithAgent } from './lifetime.ts';
import { Log } from './log.ts';
import { runBridge } from './run-bridge.ts';
import { VERSION } from './version.ts';

async function serve(options: BridgeOptions): Promise<void> {
  const log = new Log(options.logFile);
  try {
    const bridge = await runBridge(options, { log, input: process.stdin, output: process.stdout });
    endWithAgent(bridge, log);
  } catch (error) {
    const advice = error instanceof PortTakenError ? ' Choose another with --port, or leave --port out.' : '';
    log.error(`${error instanceof Error ? error.message : String(error)}${advice}`);
    process.exit(1);
  }
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
else await serve(command.options);
