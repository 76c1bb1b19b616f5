import { spawnSync } from 'node:child_process';

/** One compilation per world: code that reaches for another world's globals does not compile. */
const worlds = [
  'src',
  'src/colab',
  'content-scripts',
  'bridge',
  'playground',
  'playground/server',
  'test',
  'scripts',
];

const failed = worlds.filter((world) => {
  const { status } = spawnSync('npx', ['tsc', '--noEmit', '-p', `${world}/tsconfig.json`], {
    stdio: 'inherit',
  });
  return status !== 0;
});

if (failed.length > 0) {
  console.error(`Types do not hold in: ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`types: ${worlds.length} worlds checked`);
