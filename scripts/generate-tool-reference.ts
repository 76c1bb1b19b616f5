import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownTools } from '../bridge/agent/own-tools.ts';
import { tools } from '../src/tools/catalogue.ts';
import { listingOf } from '../src/tools/listing.ts';
import type { ToolGroup } from '../src/tools/tool.ts';
import { packageScript } from './checks/child.ts';
import { projectRoot } from './setup/command.mjs';
import { effects, groupHeadings, renderReference } from './tool-reference.ts';

const file = join(projectRoot, 'docs', 'tools.md');
const order: readonly ToolGroup[] = ['session', 'notebook', 'run', 'runtime', 'state', 'files'];

const reference = formatted(
  renderReference([
    {
      heading: 'Connecting',
      intro:
        'The bridge has these tools itself. All others live in the extension, behind any session-proxy server; from the bridge each of them also takes `notebook`, the id or name of a connected one.',
      tools: ownTools.map((tool) => ({ listing: listingOf(tool) })),
    },
    ...order.map((group) => ({
      heading: groupHeadings[group],
      tools: tools
        .filter((tool) => tool.group === group)
        .map((tool) => ({ listing: listingOf(tool), effect: effects[tool.effect] })),
    })),
  ]),
);

/** As `npm run format` would leave it, so that both agree on what is up to date. */
function formatted(markdown: string): string {
  const biome = [packageScript('@biomejs/biome/bin/biome'), 'format', `--stdin-file-path=${file}`];
  return execFileSync(process.execPath, biome, { cwd: projectRoot, input: markdown, encoding: 'utf8' });
}

if (process.argv.includes('--check')) {
  const written = await readFile(file, 'utf8').catch(() => '');
  if (written !== reference) {
    console.error('docs/tools.md is out of date. Run: npm run docs');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, reference);
}
