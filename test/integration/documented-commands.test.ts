import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect } from 'vitest';
import card from '../../package.json' with { type: 'json' };
import { projectRoot } from '../../scripts/setup/command.mjs';
import { LocalEndpoint } from '../support/model-endpoint.ts';
import { onPosix } from '../support/on-posix.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a reader sees of a command. */
interface Expected {
  says: RegExp;
  /** Left out: it serves until it is ended. */
  codes?: number[];
  /** What an agent would write to it. */
  input?: string;
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
/** Where README has the model of the reader. */
const MODEL = 'http://localhost:11434';

/** In the order of a reader, with one home: what is set up is there for the doctor. */
const COMMANDS: [string, Expected][] = [
  ['node dist/bridge/cellwire.js --help', { says: /^Usage: cellwire/m, codes: [0] }],
  ['node dist/bridge/cellwire.js setup', { says: /^claude-code +not found$/m, codes: [0] }],
  ['node dist/bridge/cellwire.js setup codex', { says: /^Codex: added to/m, codes: [0] }],
  [
    'node dist/bridge/cellwire.js setup claude-code --dry-run',
    { says: /^Claude Code: would be added to/m, codes: [0] },
  ],
  ['node dist/bridge/cellwire.js setup claude-code', { says: /^Claude Code: added to/m, codes: [0] }],
  // A browser of this computer may or may not have the extension.
  [
    'node dist/bridge/cellwire.js doctor',
    { says: new RegExp(`^ +ok +Claude Code +starts cellwire ${card.version}$`, 'm'), codes: [0, 1] },
  ],
  ['node dist/bridge/cellwire.js serve --http', { says: /at http:\/\/[\s\S]*Bearer \S+/ }],
  [
    "CELLWIRE_RUNTIME='http://localhost:8888/?token=…' node dist/bridge/cellwire.js",
    { says: /"serverInfo"/, codes: [0], input: `${INITIALIZE}\n` },
  ],
  [
    'node dist/bridge/cellwire.js agent --base-url http://localhost:11434/v1 --model qwen3 "Connect to Colab and plot a random walk."',
    { says: /There it is\.[\s\S]*Done: 0 tool calls/, codes: [0] },
  ],
];

onPosix.describe('commands of README and tutorial, as they stand there', () => {
  let home: TemporaryFolder;
  let model: LocalEndpoint;
  beforeAll(async () => {
    home = await temporaryFolder('home');
    model = await LocalEndpoint.start([{ text: 'There it is.' }]);
  });
  afterAll(async () => {
    await model.close();
    await home.remove();
  });

  onPosix.it.each(COMMANDS)('%s', async (command, { says, codes, input = '' }) => {
    const { PATH = '' } = process.env;
    const child = spawn('sh', ['-c', command.replace(MODEL, model.url)], {
      cwd: projectRoot,
      env: { PATH, HOME: home.path },
      // A group of its own, so that it can be ended together with its shell.
      detached: true,
    });
    const ended = once(child, 'close');
    let said = '';
    const isSaid = new Promise<void>((resolve) => {
      const take = (chunk: Buffer): void => {
        said += chunk.toString();
        if (says.test(said)) resolve();
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
    });
    child.stdin.write(input);
    if (input) await Promise.race([isSaid, ended]);
    child.stdin.end();
    if (!codes) {
      await Promise.race([isSaid, ended]);
      process.kill(-(child.pid ?? 0));
    }
    const [code] = await ended;
    expect(said).toMatch(says);
    if (codes) expect(codes, said).toContain(code);
  });
});
