import { crx } from '@crxjs/vite-plugin';
import type { Plugin } from 'vite';
import { build, defineConfig } from 'vite';
import { PAGE_AGENT_FILE, SESSION_FILE } from './background/injected-files.ts';
import manifest from './manifest.json' with { type: 'json' };
import { NUMBER_EXPRESSION } from './src/wire/pairing.ts';

const target = 'chrome120';

/**
 * Scripts that the worker brings into a tab. Not by crxjs: it would make every script that is injected at run time
 * readable for all web pages (`web_accessible_resources`), by which they could tell who has Cellwire.
 */
const injectedScripts: Plugin = {
  name: 'cellwire-injected-scripts',
  async generateBundle() {
    const scripts = [
      { fileName: SESSION_FILE, entry: 'content-scripts/session.iife.ts', footer: '' },
      // Its value, as the worker gets it, is the number of the page agent that it has registered.
      { fileName: PAGE_AGENT_FILE, entry: 'content-scripts/page.iife.ts', footer: NUMBER_EXPRESSION },
    ];
    for (const { fileName, entry, footer } of scripts) {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          write: false,
          target,
          lib: { entry, formats: ['iife'], name: 'cellwire', fileName: () => fileName },
          rolldownOptions: { output: { footer } },
        },
      });
      for (const output of Array.isArray(built) ? built : [built]) {
        const [chunk] = 'output' in output ? output.output : [];
        if (chunk) this.emitFile({ type: 'asset', fileName, source: chunk.code });
      }
    }
  },
};

/** The extension. The bridge and the playground have a vite.config.ts in their own folders. */
export default defineConfig({
  plugins: [crx({ manifest }), injectedScripts],
  build: {
    outDir: 'dist/extension',
    emptyOutDir: true,
    target,
    modulePreload: false,
    rollupOptions: {
      // crxjs reads the manifest's pages by itself; the offscreen document is created at run time.
      input: { link: 'background/link/link.html' },
    },
  },
});
