import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BRIDGE_FILE } from '../support/bridge.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Timing } from './measure.ts';
import { timingOf } from './measure.ts';
import type { Figure } from './report.ts';

export interface BridgeStart {
  /** From the start of the process to its answer. */
  initialize: Timing;
  /** The same of the installed package, by the name that npm gives it. */
  installed: Timing;
  /** What Node itself takes to start and end with nothing to do. */
  node: Timing;
}

const WARM_UP = 2;
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
});

/** How soon an agent that starts the bridge has its first answer; all in turn, so that a busy moment falls on all. */
export async function measureBridgeStart(times: number, program: string): Promise<BridgeStart> {
  const folder = await temporaryFolder('bridge-start');
  const tokenFile = join(folder.path, 'bridge.json');
  const initialize: number[] = [];
  const installed: number[] = [];
  const node: number[] = [];
  for (let i = -WARM_UP; i < times; i++) {
    const answered = await untilAnswered([process.execPath, BRIDGE_FILE], tokenFile);
    const packaged = await untilAnswered([program], tokenFile);
    const ended = await untilEnded();
    if (i < 0) continue;
    initialize.push(answered);
    installed.push(packaged);
    node.push(ended);
  }
  await folder.remove();
  return { initialize: timingOf(initialize), installed: timingOf(installed), node: timingOf(node) };
}

export const startFigures = ({ initialize, installed, node }: BridgeStart): Figure[] => [
  {
    name: "the bridge's answer to initialize",
    ms: initialize.p50,
    against: 'node -e 0',
    floorMs: node.p50,
    target: 1.8,
  },
  {
    name: 'the same from the installed package',
    ms: installed.p50,
    against: 'node -e 0',
    floorMs: node.p50,
    target: 2,
  },
];

async function untilAnswered([command = '', ...words]: string[], tokenFile: string): Promise<number> {
  const started = performance.now();
  const bridge = spawn(command, [...words, '--no-browser', '--token-file', tokenFile], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(bridge, 'exit');
  bridge.stdin.write(`${INITIALIZE}\n`);
  const [answer]: unknown[] = await once(bridge.stdout, 'data');
  const took = performance.now() - started;
  if (!String(answer).includes('"protocolVersion":"2025-11-25"')) throw new Error(`It said: ${answer}`);
  bridge.stdin.end();
  await ended;
  return took;
}

async function untilEnded(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - started;
}
