import type { Plugin } from 'vite';
import { build } from 'vite';

interface IifeScript {
  fileName: string;
  entry: string;
  /** Behind everything: its value is that of the script. */
  footer?: string;
}

interface IifeOptions {
  target: string;
  define?: Record<string, string>;
  plugins?: Plugin[];
}

/** Builds each script into one file that needs nothing else, beside what the build itself makes. */
export function iifeScripts(
  scripts: readonly IifeScript[],
  { target, define = {}, plugins = [] }: IifeOptions,
): Plugin {
  return {
    name: 'cellwire-iife-scripts',
    async generateBundle() {
      for (const { fileName, entry, footer = '' } of scripts) {
        const built = await build({
          configFile: false,
          logLevel: 'warn',
          define,
          plugins,
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
}
