import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import card from '../package.json' with { type: 'json' };
import { forWebStore } from './package/extension-zip.ts';
import { mcpBundle } from './package/mcp-bundle.ts';
import { filesIn, zip } from './package/zip-folder.ts';
import { projectRoot } from './setup/command.mjs';

// Of what `npm run build` made: the extension for the Web Store and for Mozilla, and the bridge for clients that take MCP bundles.

const inProject = (...names: string[]): string => join(projectRoot, ...names);

async function write(name: string, bytes: Uint8Array): Promise<void> {
  await writeFile(inProject('dist', name), bytes);
  console.log(`dist/${name}: ${(bytes.length / 1000).toFixed(0)} kB`);
}

await write('cellwire-extension.zip', zip(forWebStore(await filesIn(inProject('dist', 'extension')))));
await write('cellwire-firefox.zip', zip(await filesIn(inProject('dist', 'extension-firefox'))));
const bundle = mcpBundle(
  card,
  await filesIn(inProject('dist', 'bridge'), 'server/'),
  await readFile(inProject('src', 'ui', 'icons', '128.png')),
  await readFile(inProject('LICENSE')),
);
await write('cellwire.mcpb', zip(bundle));
