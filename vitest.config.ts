import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 20_000,
          // By itself, vitest would use one of two cores.
          maxWorkers: 2,
          // Three quarters of the time that processes take.
          pool: 'threads',
        },
      },
      {
        test: {
          name: 'integration',
          maxWorkers: 2,
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
          // Each file drives a browser and a Python kernel of its own, and waits more than it works: three of them keep
          // two cores busy.
          maxWorkers: 3,
          // They have nothing in common but files and ports of their own, and would spend a minute on loading the same.
          isolate: false,
        },
      },
    ],
  },
});
