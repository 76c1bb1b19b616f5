import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../setup/command.mjs';
import { packageScript, runNode } from './child.ts';
import type { Stage, StageResult } from './stage.ts';

const TIMEOUT_MS = 20 * 60_000;

export type Project = 'unit' | 'integration' | 'e2e';

export function vitestStage(
  name: string,
  projects: readonly Project[],
  filters: readonly string[] = [],
): Stage {
  return {
    name,
    run: async () => {
      const report = join(projectRoot, '.cache', 'test', `${projects.join('-')}.json`);
      await rm(report, { force: true });
      const { ok } = await runNode(
        [
          packageScript('vitest/vitest.mjs'),
          'run',
          // Unit tests are in two of them, see vitest.config.ts.
          ...projects.flatMap((project) => ['--project', `${project}*`]),
          ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
          ...filters,
        ],
        { show: true, timeoutMs: TIMEOUT_MS },
      );
      return count(await readReport(report), ok);
    },
  };
}

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

async function readReport(path: string): Promise<z.infer<typeof Report> | undefined> {
  try {
    return Report.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

function count(report: z.infer<typeof Report> | undefined, ok: boolean): StageResult {
  const failed = report?.numFailedTests ?? 0;
  return {
    passed: report?.numPassedTests ?? 0,
    // A run can fail without a failed test: a file that does not load, an error nobody caught, no test at all.
    failed: ok ? failed : Math.max(1, failed),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
}
