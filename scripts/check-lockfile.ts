import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockfileProblems } from './checks/lockfile.ts';
import { projectRoot } from './setup/command.mjs';

/** `npm run lockfile`: every package of the lockfile has an integrity, and none an address. */
const [lockfile, contributing] = await Promise.all(
  ['package-lock.json', 'CONTRIBUTING.md'].map((name) => readFile(join(projectRoot, name), 'utf8')),
);
const problems = lockfileProblems(lockfile ?? '', contributing ?? '');
if (problems.length > 0) {
  console.error(`package-lock.json is not as it should be:\n${problems.join('\n')}`);
  console.error('See "Packages" in CONTRIBUTING.md.');
  process.exitCode = 1;
}
