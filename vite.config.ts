import { crx } from '@crxjs/vite-plugin';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import manifest from './manifest.json' with { type: 'json' };
import { NUMBER_FILE, NUMBER_SCRIPT } from './src/wire/pairing.ts';

/** As it stands: a bundle would hide the value of a script, and its value is what it is for. */
const numberScript: Plugin = {
  name: 'cellwire-page-agent-number',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: NUMBER_FILE, source: NUMBER_SCRIPT });
  },
};

/** The extension. The bridge and the playground have a vite.config.ts in their own folders. */
export default defineConfig({
  plugins: [crx({ manifest }), numberScript],
  build: {
    outDir: 'dist/extension',
    emptyOutDir: true,
    target: 'chrome120',
    modulePreload: false,
    rollupOptions: {
      // crxjs reads the manifest's pages by itself; the offscreen document is created at run time.
      input: { link: 'background/link/link.html' },
    },
  },
});
