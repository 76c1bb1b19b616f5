import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Who puts another module in the place of one needs modules of its own; all others may have them in common. */
const mocking = readdirSync(join(import.meta.dirname, 'test', 'unit'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/unit/${name.replaceAll('\\', '/')}`)
  .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('));

const unit = {
  testTimeout: 20_000,
  // By itself, vitest would use one of two cores. A third has the processor while the others wait.
  maxWorkers: 3,
  // Three quarters of the time that processes take.
  pool: 'threads',
} as const;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: mocking,
          // More than a third of the time would be spent on loading the same again.
          isolate: false,
        },
      },
      { test: { ...unit, name: 'unit-mocking', include: mocking } },
      {
        test: {
          name: 'integration',
          maxWorkers: 3,
          isolate: false,
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          // Each file drives a browser and a Python kernel of its own, and waits more than it works: four of them keep
          // two cores busy.
          maxWorkers: 4,
          // They have nothing in common but files and ports of their own, and would spend a minute on loading the same.
          isolate: false,
        },
      },
    ],
  },
});
