import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** What takes a minute or more. Begun last, one of these would be waited for by all the others' processors. */
const LONG = [
  ...['colab-changes', 'variants', 'runs', 'human-word', 'execute-code', 'human-at-work'],
  ...['colab-canary', 'page-ui-looks', 'toolbox', 'decisions', 'runtime-control', 'many'],
].map((name) => `/e2e/${name}.test.ts`);

/** A fresh clone knows nothing of earlier runs, and would begin with the largest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const long = LONG.flatMap((end) => others.filter(({ moduleId }) => moduleId.endsWith(end)));
    return [...long, ...others.filter((file) => !long.includes(file))];
  }
}
