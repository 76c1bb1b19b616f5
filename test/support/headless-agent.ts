import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioTransport } from '../../bridge/agent/stdio-transport.ts';
import { parseCommandLine } from '../../bridge/cli/command-line.ts';
import { Log } from '../../bridge/log.ts';
import { getRuntimeStatus } from '../../bridge/runtime/get-runtime-status.ts';
import { runHeadless } from '../../bridge/runtime/run-headless.ts';
import { listingOf } from '../../src/tools/listing.ts';
import type { Agent } from './agent.ts';
import { callerOf, createAgent } from './agent.ts';
import { checkOf, checkResult } from './check-result.ts';

const check = checkOf(listingOf(getRuntimeStatus('')));

/** It has no notebook to tell of. */
function checkStatus(data: unknown): void {
  const wrong = check(data);
  if (wrong !== null) throw new Error(`The status is not what its output schema says: ${wrong}`);
}

export interface HeadlessAgent extends Agent {
  client: Client;
  /** What the bridge has said. */
  log: () => string;
  close: () => Promise<void>;
}

/** The bridge without a browser, behind the official client: from its command line on, but in this process. */
export async function startHeadless(runtime: string, ...flags: string[]): Promise<HeadlessAgent> {
  const command = parseCommandLine(flags, { CELLWIRE_RUNTIME: runtime });
  if (command.kind !== 'serve' || !command.options.runtime) throw new Error('Not for a runtime.');
  const said: string[] = [];
  const [input, output] = [new PassThrough(), new PassThrough()];
  const bridge = runHeadless(command.options.runtime, command.options, {
    log: new Log(undefined, { write: (text) => said.push(text) }),
    transport: new StdioTransport(input, output),
  });
  const client = new Client({ name: 'cellwire-tests', version: '1.0.0' });
  await client.connect(new StdioTransport(output, input));
  return {
    ...createAgent(callerOf(client), (name, data) =>
      name === 'get_status' ? checkStatus(data) : checkResult(name, data),
    ),
    client,
    log: () => said.join(''),
    close: async () => {
      await bridge.close();
      await client.close();
    },
  };
}
