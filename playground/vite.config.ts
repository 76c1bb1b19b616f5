import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { pythonSnapshot } from './build/python-snapshot.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('./app'),
  base: '/',
  publicDir: false,
  // The server swaps this mark for a fresh nonce in every response.
  html: { cspNonce: 'PLAYGROUND_NONCE' },
  plugins: [pythonSnapshot()],
  worker: { format: 'es' },
  build: {
    outDir: here('../dist/playground'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // Preload links and their polyfill would need a nonce of their own.
    modulePreload: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: { notebook: here('./app/index.html'), outputframe: here('./app/outputframe.html') },
    },
  },
});
