import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tools } from '../src/tools/catalogue.ts';
import { listingOf } from '../src/tools/listing.ts';
import type { ToolGroup } from '../src/tools/tool.ts';
import { projectRoot } from './setup/command.mjs';
import { effects, groupHeadings, renderReference } from './tool-reference.ts';

const file = join(projectRoot, 'docs', 'tools.md');
const order: readonly ToolGroup[] = ['session', 'notebook', 'run', 'runtime', 'state', 'files'];

const reference = renderReference(
  order.map((group) => ({
    heading: groupHeadings[group],
    tools: tools
      .filter((tool) => tool.group === group)
      .map((tool) => ({ listing: listingOf(tool), effect: effects[tool.effect] })),
  })),
);

if (process.argv.includes('--check')) {
  const written = await readFile(file, 'utf8').catch(() => '');
  if (written !== reference) {
    console.error('docs/tools.md is out of date. Run: npm run docs');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, reference);
}
