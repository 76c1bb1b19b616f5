import { crx } from '@crxjs/vite-plugin';
import { defineConfig } from 'vite';
import manifest from './manifest.json' with { type: 'json' };

/** The extension. The bridge and the playground have a vite.config.ts in their own folders. */
export default defineConfig({
  plugins: [crx({ manifest })],
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
