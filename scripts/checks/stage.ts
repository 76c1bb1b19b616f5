/** What a stage of `npm test` found. A check that is no test runner counts as one test. */
export interface StageResult {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Stage {
  name: string;
  run: () => Promise<StageResult>;
}

export function addUp(results: readonly StageResult[]): StageResult {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** The one line that says it all, and stands last so that any reader of the log finds it. */
export function closingLine({ passed, failed, skipped }: StageResult): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
