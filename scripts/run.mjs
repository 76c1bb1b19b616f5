#!/usr/bin/env node
// `npm start`, `npm test`, `npm run test:soak`, `npm run test:chaos`, `npm run bench`, `npm run mutate` and
// `npm run playground` come here first: whatever a fresh clone still lacks is set up, then the real thing runs. Plain
// Node without dependencies, because there may be none yet.
import { build } from './setup/build.mjs';
import { ensureBrowser } from './setup/ensure-browser.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { pythonFor } from './setup/python-for.mjs';
import { runToTheEnd } from './setup/run-to-the-end.mjs';
import { SetupError, say } from './setup/say.mjs';

/** @type {Record<string, { entry: string, browser: boolean, build: string }>} */
const targets = {
  start: { entry: 'scripts/start.ts', browser: true, build: 'build' },
  test: { entry: 'scripts/test.ts', browser: true, build: 'build' },
  soak: { entry: 'scripts/soak.ts', browser: true, build: 'build' },
  chaos: { entry: 'test/chaos/main.ts', browser: true, build: 'build' },
  bench: { entry: 'test/bench/bench.ts', browser: true, build: 'build' },
  mutate: { entry: 'scripts/mutate.ts', browser: false, build: 'build:bridge' },
  playground: { entry: 'playground/server/main.ts', browser: false, build: 'build:playground' },
};

/**
 * @param {string | undefined} name
 * @param {string[]} args
 */
async function main(name, args) {
  checkNodeVersion();
  const target = targets[name ?? ''];
  if (!target)
    throw new SetupError(`Usage: node scripts/run.mjs ${Object.keys(targets).join('|')} [arguments]`);

  await ensurePackages();
  const browser = target.browser ? await ensureBrowser() : undefined;
  const python = await pythonFor(name ?? '', args);
  await build(target.build);
  // The playground stands alone: it is told by a flag of its own, not by our environment.
  const flags = python && name === 'playground' ? ['--python', python] : [];
  process.exitCode = await runToTheEnd(target.entry, [...args, ...flags], {
    ...(browser ? { CELLWIRE_BROWSER: browser } : {}),
    ...(python ? { CELLWIRE_PYTHON: python } : {}),
  });
}

const [name, ...args] = process.argv.slice(2);
try {
  await main(name, args);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
