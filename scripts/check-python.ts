import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { pythonChecker } from './checks/python-sources.ts';
import { projectRoot } from './setup/command.mjs';

/** `npm run python`: every Python file is linted and formatted as ruff.toml says; `--write` formats. */
const FOLDERS = ['src', 'playground', 'test'];

const isWriting = process.argv.includes('--write');
const check = pythonChecker(parse(await readFile(join(projectRoot, 'ruff.toml'), 'utf8')));
let problems = 0;
const tell = (text: string): void => {
  problems += 1;
  console.error(text);
};

for (const file of await pythonFiles()) {
  const source = await readFile(join(projectRoot, file), 'utf8');
  const { formatted, problems: found } = check(source);
  for (const { row, column, text } of found) tell(`${file}:${row}:${column}: ${text}`);
  if (formatted === source) continue;
  if (isWriting) await writeFile(join(projectRoot, file), formatted);
  else tell(`${file} is not formatted. Run: npm run format`);
}
if (problems > 0) process.exitCode = 1;

async function pythonFiles(): Promise<string[]> {
  const found = await Promise.all(
    FOLDERS.map(async (folder) => {
      const names = await readdir(join(projectRoot, folder), { recursive: true });
      return names.map((name) => join(folder, name));
    }),
  );
  return found
    .flat()
    .filter((name) => name.endsWith('.py'))
    .sort();
}
