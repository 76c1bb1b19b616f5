import { chmod } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const outDir = here('../dist/bridge');
const fileName = 'cellwire.js';

/** npm sets the mode of a `bin` on install; whoever runs the built file directly needs it too. */
const executable: Plugin = {
  name: 'cellwire-executable',
  async closeBundle() {
    await chmod(`${outDir}/${fileName}`, 0o755);
  },
};

/**
 * The SDK would bring a JSON Schema validator that compiles, for answers to questions that we never ask. Its
 * other one does as well, and is a seventh of the size.
 */
const smallValidator = (name: 'client' | 'server'): string =>
  fileURLToPath(new URL('shimsBrowser.mjs', import.meta.resolve(`@modelcontextprotocol/${name}`)));

// A folder with everything inside: `npx`, a copy on a USB stick and a checkout all run the same thing. The first
// file is small, so that the agent has its first answer before the others are loaded.
export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [executable],
  // `ws` would look for optional native helpers, which no bundle can hold.
  define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
  resolve: {
    alias: {
      '@modelcontextprotocol/server/_shims': smallValidator('server'),
      '@modelcontextprotocol/client/_shims': smallValidator('client'),
    },
  },
  ssr: { target: 'node', noExternal: true },
  build: {
    ssr: here('main.ts'),
    target: 'node20',
    outDir,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      // @jupyterlab/coreutils has one, for a flag of the command line that is not ours.
      checks: { eval: false },
      output: {
        format: 'es',
        entryFileNames: fileName,
        chunkFileNames: '[name].js',
        banner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node' : ''),
      },
    },
  },
});
