import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import gemini from '../../gemini-extension.json' with { type: 'json' };
import manifest from '../../manifest.json' with { type: 'json' };
import card from '../../package.json' with { type: 'json' };
import { forWebStore } from '../../scripts/package/extension-zip.ts';
import { bundleManifest, mcpBundle } from '../../scripts/package/mcp-bundle.ts';
import { zip } from '../../scripts/package/zip-folder.ts';
import { BUNDLE_MANIFEST, GEMINI_EXTENSION } from '../support/client-schemas.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const jsonIn = (file: Uint8Array | undefined): unknown => JSON.parse(new TextDecoder().decode(file));

it('the extension for the Web Store is the same, without our key', () => {
  expect(manifest.key).toMatch(/^MII/);
  const files = new Map([
    ['manifest.json', bytes(JSON.stringify(manifest))],
    ['assets/a.js', bytes('1')],
  ]);
  const unzipped = unzipSync(zip(forWebStore(files)));
  const { key: _, ...others } = manifest;
  expect(jsonIn(unzipped['manifest.json'])).toEqual(others);
  expect(unzipped['assets/a.js']).toEqual(bytes('1'));
  expect(() => forWebStore(new Map())).toThrow('npm run build');
});

it('the same files give the same zip, in whatever order they come', () => {
  const files: [string, Uint8Array][] = [
    ['b', bytes('2')],
    ['a/c', bytes('3')],
  ];
  expect(zip(new Map(files))).toEqual(zip(new Map(files.toReversed())));
  // Date and time of the first entry: the first day that a zip can name, whatever the time zone.
  expect([...zip(new Map(files)).slice(10, 14)]).toEqual([0, 0, 33, 0]);
});

it('the MCP bundle says how it is started, by the rules of its format', () => {
  BUNDLE_MANIFEST.parse(bundleManifest(card));
  const files = mcpBundle(card, new Map([['server/cellwire.js', bytes('')]]), bytes('png'), bytes('MIT'));
  const { server } = bundleManifest(card);
  expect([...files.keys()]).toContain(server.entry_point);
  expect(server.mcp_config.args).toEqual([`\${__dirname}/${server.entry_point}`]);
  expect(jsonIn(files.get('package.json'))).toMatchObject({ type: 'module' });
});

it('the manifest for Gemini CLI names this version and the program of the package', () => {
  GEMINI_EXTENSION.parse(gemini);
  expect(gemini.version).toBe(card.version);
  const [path = ''] = gemini.mcpServers.cellwire.args;
  expect(path.replaceAll(/\$\{\/\}/g, '/')).toBe(`\${extensionPath}/${card.bin.cellwire}`);
  expect(card.files).toContain('gemini-extension.json');
});

it('all that is released has one version', () => {
  expect(manifest.version).toBe(card.version);
});
