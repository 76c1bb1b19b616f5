import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig, normalizePath } from 'vite';
import { projectRoot } from '../setup/command.mjs';
import { cutUnused } from './cut-unused.ts';
import { firefoxManifest } from './firefox-manifest.ts';
import { TWINS } from './firefox-twins.ts';
import { iifeScripts } from './iife-scripts.ts';
import { INJECTED_SCRIPTS } from './injected-scripts.ts';

const target = 'firefox153';

/** In Firefox only `browser` gives promises; both have the same functions. */
const define = { chrome: 'globalThis.browser' };

/** As vite names modules, on Windows too. */
const moduleId = (name: string): string => normalizePath(join(projectRoot, name));
const twins = new Map(Object.entries(TWINS).map(([one, other]) => [moduleId(one), moduleId(other)]));

const takeTwins: Plugin = {
  name: 'cellwire-twins',
  enforce: 'pre',
  async resolveId(source, importer) {
    const found = await this.resolve(source, importer, { skipSelf: true });
    return twins.get(found?.id ?? '') ?? null;
  },
  buildEnd(error) {
    if (error) return;
    const built = new Set(this.getModuleIds());
    for (const [one, other] of twins)
      if (built.has(one) || !built.has(other)) this.error(`${other} is not in the place of ${one}.`);
  },
};

const manifestAndIcons: Plugin = {
  name: 'cellwire-firefox-manifest',
  async generateBundle() {
    for (const fileName of Object.values(firefoxManifest.icons))
      this.emitFile({ type: 'asset', fileName, source: await readFile(join(projectRoot, fileName)) });
    const source = `${JSON.stringify(firefoxManifest, null, 2)}\n`;
    this.emitFile({ type: 'asset', fileName: 'manifest.json', source });
  },
};

const starters = firefoxManifest.content_scripts
  .flatMap(({ js }) => js)
  .map((fileName) => ({ fileName, entry: fileName.replace(/\.js$/, '.ts') }));

/** The extension for Firefox: `npm run build:firefox`. What it cannot do there is in docs/firefox.md. */
export default defineConfig({
  root: projectRoot,
  publicDir: false,
  define,
  plugins: [
    takeTwins,
    cutUnused(),
    iifeScripts([...starters, ...INJECTED_SCRIPTS], { target, define, plugins: [cutUnused()] }),
    manifestAndIcons,
  ],
  build: {
    outDir: 'dist/extension-firefox',
    emptyOutDir: true,
    target,
    modulePreload: false,
    rollupOptions: {
      input: {
        background: firefoxManifest.background.page,
        link: 'background/link/link.html',
        popup: firefoxManifest.browser_action.default_popup,
        panel: firefoxManifest.sidebar_action.default_panel,
        start: firefoxManifest.options_ui.page,
      },
    },
  },
});
