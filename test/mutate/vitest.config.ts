import { defineConfig } from 'vitest/config';

/**
 * The tests that `npm run mutate` runs against every bug it puts in: those that load the sources themselves.
 * Left out are tests of the playground, which is not mutated, and of the built bridge, which no bug gets into.
 */
export default defineConfig({
  test: {
    include: ['test/{unit,integration}/**/*.test.ts'],
    exclude: [
      'test/unit/playground*.test.ts',
      'test/integration/{bridge-process,google-like-server}.test.ts',
    ],
    // A bug that lets something hang is found sooner.
    testTimeout: 10_000,
    hookTimeout: 20_000,
  },
});
