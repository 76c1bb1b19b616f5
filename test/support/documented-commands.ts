/** The test that runs a command, `as` what if not by its own text; or the reason why none can. */
export type RunBy = { test: string; as?: string } | { reason: string };

const terminal: RunBy = { test: 'test/integration/documented-commands.test.ts' };
const clone: RunBy = { test: 'test/e2e/clone.test.ts' };

/** Every command of README.md and docs/tutorial.md, by its exact text: who changes one there comes by here. */
export const COMMANDS: Record<string, RunBy> = {
  'node dist/bridge/cellwire.js --help': terminal,
  'node dist/bridge/cellwire.js setup': terminal,
  'node dist/bridge/cellwire.js setup codex': terminal,
  'node dist/bridge/cellwire.js setup claude-code --dry-run': terminal,
  'node dist/bridge/cellwire.js setup claude-code': terminal,
  'node dist/bridge/cellwire.js doctor': terminal,
  'node dist/bridge/cellwire.js serve --http': terminal,
  "CELLWIRE_RUNTIME='http://localhost:8888/?token=…' node dist/bridge/cellwire.js": terminal,
  'node dist/bridge/cellwire.js agent --base-url http://localhost:11434/v1 --model qwen3 "Connect to Colab and plot a random walk."':
    terminal,
  'npm start': clone,
  'npm run package': clone,
  'npm run -s playground -- --port 0': clone,
  // The first thing that it does.
  'npm run build': { test: 'package.json', as: '"package": "npm run build && ' },
  'cellwire demo': { test: 'test/e2e/installed.test.ts', as: "[BRIDGE_FILE, 'demo', " },
  'npx cellwire canary': { test: 'test/e2e/colab-canary.test.ts', as: "command(['canary']" },
  'node dist/bridge/cellwire.js': { test: 'test/support/bridge.ts', as: 'options.file ?? BRIDGE_FILE,' },
  'npx cellwire': { reason: 'Only what messages call the program.' },
  'cellwire agent': { reason: 'Only the name of the command that is given in full further down.' },
  'npm ci': { reason: 'It takes the packages away for a while that the tests are running with.' },
  'npm test': { reason: 'It is what runs this.' },
  'npm run bench': { reason: 'It takes minutes, and a machine on which nothing else runs.' },
  'npm run bench -- cost': { reason: 'It takes minutes, and a machine on which nothing else runs.' },
  'codex mcp list': { reason: 'A command of Codex, which is not here.' },
};
