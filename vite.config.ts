import { crx } from '@crxjs/vite-plugin';
import { defineConfig } from 'vite';
import manifest from './manifest.json' with { type: 'json' };
import { iifeScripts } from './scripts/build/iife-scripts.ts';
import { INJECTED_SCRIPTS } from './scripts/build/injected-scripts.ts';

const target = 'chrome120';

/**
 * Not by crxjs: it would make every script that is injected at run time readable for all web pages
 * (`web_accessible_resources`), by which they could tell who has Cellwire.
 */
const injectedScripts = iifeScripts(INJECTED_SCRIPTS, { target });

/** The extension. The bridge and the playground have a vite.config.ts in their own folders; Firefox's is in scripts/build. */
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
