import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { BridgeOptions } from './cli/command-line.ts';
import type { OpenEndpoint } from './endpoint/open-endpoint.ts';
import type { Running } from './lifetime.ts';
import type { Timings } from './limits.ts';
import type { Log } from './log.ts';
import { SharedBridge } from './shared-bridge.ts';

export interface BridgeSurroundings {
  log: Log;
  /** To the agent. */
  transport: Transport;
  timings?: Timings;
}

export interface RunningBridge extends Running {
  /** When tabs can come in. Rejects when no port could be opened; the bridge is of no use then. */
  opened: Promise<OpenEndpoint>;
}

/** The bridge of one agent, which has started it and goes with it. */
export function runBridge(options: BridgeOptions, around: BridgeSurroundings): RunningBridge {
  const { log, timings } = around;
  const bridge = new SharedBridge(options, log, timings);
  const seat = bridge.seat(null);
  const agentSide = serveStdio(() => seat.createServer(), {
    transport: around.transport,
    onerror: (error) => log.warn(error.message),
  });
  return {
    opened: bridge.opened,
    close: async () => {
      await bridge.close();
      await agentSide.close();
    },
    terminate: () => bridge.terminate(),
  };
}
