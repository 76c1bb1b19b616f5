import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** The first test that notices a bug ends the search for it, so the fast ones come first. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (moduleId.includes('/unit/') ? 0 : 1);
    return [...files].sort((one, other) => rank(one) - rank(other));
  }
}

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
    sequence: { sequencer: UnitFirst },
  },
});
