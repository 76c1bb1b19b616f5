import { packageScript, runNode } from './child.ts';
import type { Stage } from './stage.ts';
import { addUp } from './stage.ts';

const TIMEOUT_MS = 180_000;

/** What can be said of the sources without running them. Output is shown only when something is wrong. */
const checks: Stage[] = [
  check('types', ['--import', 'tsx', 'scripts/check-types.ts']),
  check('lint and format', [packageScript('@biomejs/biome/bin/biome'), 'check', '.']),
  check('Python', ['--import', 'tsx', 'scripts/check-python.ts']),
  check('dead code', [packageScript('knip/bin/knip.js')]),
  check('import directions', [
    packageScript('dependency-cruiser/bin/dependency-cruise.mjs'),
    ...['--config', '.dependency-cruiser.cjs'],
    ...['background', 'bridge', 'content-scripts', 'playground', 'scripts', 'src', 'test'],
  ]),
  check('lockfile', ['--import', 'tsx', 'scripts/check-lockfile.ts']),
  check('tool reference', [
    ...['--import', 'tsx', '--import', './scripts/setup/python-files.mjs'],
    ...['scripts/generate-tool-reference.ts', '--check'],
  ]),
];

function check(name: string, args: string[]): Stage {
  return {
    name,
    run: async () => {
      const { ok, output } = await runNode(args, { show: false, timeoutMs: TIMEOUT_MS });
      if (!ok) process.stdout.write(`${name}:\n${output}`);
      return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
    },
  };
}

/** All at once: most of them use one processor alone, and that not always. */
export const staticChecks: Stage = {
  name: checks.map(({ name }) => name).join(', '),
  run: async () => addUp(await Promise.all(checks.map((check) => check.run()))),
};
