import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { packageScript, runNode } from './checks/child.ts';
import { projectRoot } from './setup/command.mjs';

/** Where a bug that no test notices would cost users most. */
const FOLDERS = [
  'bridge/endpoint',
  'bridge/tabs',
  'background',
  'src/calls',
  'src/policy',
  'src/journal',
  'src/runs',
  'src/tools',
  'src/outputs',
  'src/wire',
];
const LEAST_PERCENT = 80;
const TIMEOUT_MS = 4 * 60 * 60_000;

const Mutant = z.object({
  status: z.string(),
  mutatorName: z.string(),
  replacement: z.string().optional(),
  location: z.object({ start: z.object({ line: z.number() }) }),
});
type Mutant = z.infer<typeof Mutant>;
const Report = z.object({ files: z.record(z.string(), z.object({ mutants: z.array(Mutant) })) });

const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

/** `npm run mutate` puts bugs into all folders; `npm run mutate -- src/runs` into one, or into one file. */
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const folders = asked.length > 0 ? asked : FOLDERS;
const patterns = folders.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));

const { ok } = await runNode(
  [
    packageScript('@stryker-mutator/core/bin/stryker.js'),
    ...['run', 'test/mutate/stryker.config.json', '--mutate', patterns.join(',')],
    ...process.argv.slice(2).filter((word) => word.startsWith('--')),
  ],
  { show: true, timeoutMs: TIMEOUT_MS },
);
if (!ok) process.exit(1);

const report = await readFile(join(projectRoot, '.cache', 'mutate', 'report.json'), 'utf8');
const { files } = Report.parse(JSON.parse(report));
const inFolder = (folder: string): Array<[string, Mutant]> =>
  Object.entries(files)
    .filter(([path]) => path.startsWith(folder))
    .flatMap(([path, { mutants }]) => mutants.map((mutant): [string, Mutant] => [path, mutant]));

if (asked.length > 0) {
  for (const folder of folders) {
    for (const [path, { status, mutatorName, replacement = '', location }] of inFolder(folder)) {
      if (!UNNOTICED.includes(status)) continue;
      const became = replacement.replace(/\s+/g, ' ').slice(0, 80);
      console.log(`${path}:${location.start.line} ${status} ${mutatorName}: ${became}`);
    }
  }
}
for (const folder of folders) {
  const mutants = inFolder(folder).map(([, mutant]) => mutant);
  const count = (statuses: string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const [noticed, unnoticed] = [count(NOTICED), count(UNNOTICED)];
  const percent = noticed + unnoticed === 0 ? 100 : (100 * noticed) / (noticed + unnoticed);
  if (percent < LEAST_PERCENT) process.exitCode = 1;
  console.log(`${folder}: ${percent.toFixed(1)} % noticed (${noticed} of ${noticed + unnoticed} bugs)`);
}
