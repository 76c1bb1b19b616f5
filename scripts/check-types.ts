import { fileURLToPath } from 'node:url';
import { runNode } from './checks/child.ts';

const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('@typescript/native/package.json')));

/** One compilation per world: code that reaches for another world's globals does not compile. */
const worlds = [
  'src',
  'src/colab',
  'src/ui',
  'background',
  'background/link',
  'background/firefox',
  'content-scripts',
  'bridge',
  'playground',
  'playground/server',
  'test',
  'scripts',
];

const TIMEOUT_MS = 60_000;

const failed: string[] = [];
for (const world of worlds) {
  const { ok } = await runNode([tsc, '--noEmit', '-p', `${world}/tsconfig.json`], {
    show: true,
    timeoutMs: TIMEOUT_MS,
  });
  if (!ok) failed.push(world);
}

if (failed.length > 0) {
  console.error(`Types do not hold in: ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`types: ${worlds.length} worlds checked`);
