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

// One file with everything inside: `npx`, a copy on a USB stick and a checkout all run the same thing.
export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [executable],
  // `ws` would look for optional native helpers, which no bundle can hold.
  define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
  ssr: { target: 'node', noExternal: true },
  build: {
    ssr: here('main.ts'),
    target: 'node20',
    outDir,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      output: {
        format: 'es',
        entryFileNames: fileName,
        codeSplitting: false,
        banner: '#!/usr/bin/env node',
      },
    },
  },
});
