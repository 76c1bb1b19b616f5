import type { Files } from './zip-folder.ts';

export interface PackageCard {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: { node: string };
}

/** What an MCP bundle says of itself: https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md */
export function bundleManifest(card: PackageCard) {
  const entryPoint = 'server/cellwire.js';
  return {
    manifest_version: '0.3',
    name: card.name,
    display_name: 'Cellwire',
    version: card.version,
    description: card.description,
    long_description:
      'The local half of Cellwire. The other half is its extension for Chrome: "npx cellwire setup claude-desktop" unpacks it and says how to load it.',
    author: { name: 'The authors of Cellwire' },
    license: card.license,
    icon: 'icon.png',
    server: {
      type: 'node',
      entry_point: entryPoint,
      mcp_config: { command: 'node', args: [`\${__dirname}/${entryPoint}`] },
    },
    // Listed by the server itself.
    tools_generated: true,
    prompts_generated: true,
    keywords: ['colab', 'jupyter', 'notebook', 'chrome'],
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: card.engines.node } },
  };
}

/** The bridge, with what says how it is started. */
export function mcpBundle(card: PackageCard, bridge: Files, icon: Uint8Array, licence: Uint8Array): Files {
  const json = (value: unknown): Uint8Array =>
    new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  return new Map([
    ...bridge,
    ['manifest.json', json(bundleManifest(card))],
    // The bridge is made of modules, and this is how Node knows.
    ['package.json', json({ name: card.name, version: card.version, type: 'module' })],
    ['icon.png', icon],
    ['LICENSE', licence],
  ]);
}
