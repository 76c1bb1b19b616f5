import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server with everything inside, for those who have the package and no clone. */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
  ssr: { target: 'node', noExternal: true },
  build: {
    ssr: here('main.ts'),
    target: 'node20',
    // As deep as the sources are, so that both find the rest by the same way.
    outDir: here('../../dist/playground-server'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      checks: { eval: false },
      output: { format: 'es', entryFileNames: 'main.js', chunkFileNames: '[name].js' },
    },
  },
});
