import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { projectRoot } from '../../scripts/setup/command.mjs';
import type { Notebook } from '../../src/notebook/notebook.ts';

let bundle: Promise<string> | undefined;

/** The page agent's own code, as one script that can be put into a page without the rest of the extension. */
export function bundlePageAgent(): Promise<string> {
  bundle ??= buildPageAgent();
  return bundle;
}

async function buildPageAgent(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(projectRoot, 'src/colab/create-colab.ts'),
        formats: ['iife'],
        name: 'PageAgent',
      },
    },
  });
  const code = [built].flat().flatMap((result) => ('output' in result ? result.output : []))[0];
  if (code?.type !== 'chunk') throw new Error('The page agent could not be built.');
  return `${code.code}
const { notebook, kernel, inspection } = PageAgent.createColab(window);
window.pageAgent = { notebook, kernel, inspection, told: 0 };
notebook.onForeignChange(() => window.pageAgent.told++);`;
}

type Method =
  | 'readCells'
  | 'insertCell'
  | 'replaceSource'
  | 'deleteCell'
  | 'moveCell'
  | 'runCell'
  | 'clearOutputs'
  | 'status';
type KernelMethod = 'state' | 'interrupt' | 'answerInput' | 'connect';

/** Calls the page agent of a page, as the session would. */
export function pageAgentOf(page: Page) {
  const call = (method: string, params?: unknown, part = 'notebook'): Promise<unknown> =>
    page.evaluate(([of, name, args]) => Reflect.get(window, 'pageAgent')[String(of)][String(name)](args), [
      part,
      method,
      params,
    ] as const);
  return {
    use: <Name extends Method>(name: Name, ...params: Parameters<Notebook[Name]>) => call(name, params[0]),
    kernel: (name: KernelMethod, params?: unknown) => call(name, params, 'kernel'),
    taken: async (): Promise<string[]> => {
      const changes = await call('takeForeignChanges');
      if (!Array.isArray(changes)) throw new Error(`Not a list: ${JSON.stringify(changes)}`);
      return changes.map(({ kind, cellId, index }) =>
        [kind, cellId, index].filter((x) => x != null).join(' '),
      );
    },
    /** How often it told since the last time this was asked. */
    told: (): Promise<number> =>
      page.evaluate(() => {
        const agent = Reflect.get(window, 'pageAgent');
        const { told } = agent;
        agent.told = 0;
        return told;
      }),
    ids: (): Promise<string[]> =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('.cell[id^="cell-"]'), ({ id }) => id.replace('cell-', '')),
      ),
  };
}
