import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { temporaryFolder } from '../temporary-folder.ts';
import type { PythonKernel } from './python-kernel.ts';
import { tellStreams } from './python-kernel.ts';

const SHELL = fileURLToPath(new URL('ipython.py', import.meta.url));

const News = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ stream: z.string(), text: z.string() }),
  z.object({ done: z.string(), count: z.number().nullable(), text: z.string() }),
]);

export interface IPythonKernel extends PythonKernel {
  /** As the stop button: what runs is interrupted. */
  interrupt(): void;
  /** At once, as a crash. */
  kill(): void;
  /** Where it was started, and writes to. */
  folder: string;
}

/** A real IPython in a process and a folder of its own. One execution at a time. */
export async function startIPython(python: string): Promise<IPythonKernel> {
  const folder = await temporaryFolder('ipython');
  const child = spawn(python, [SHELL], {
    cwd: folder.path,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, IPYTHONDIR: folder.path, PYTHONUNBUFFERED: '1', PYTHONDONTWRITEBYTECODE: '1' },
  });
  const gone = once(child, 'close');
  let hear: (news: z.output<typeof News> | null) => void = () => {};
  createInterface({ input: child.stdout }).on('line', (line) => hear(News.parse(JSON.parse(line))));
  void gone.then(() => hear(null));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    hear = (news) => (news ? resolve() : reject(new Error('IPython did not start.')));
  });

  return {
    folder: folder.path,
    execute: ({ code, isQuiet = false }, onUpdate) =>
      new Promise((resolve) => {
        const tell = tellStreams(onUpdate);
        const started = performance.now();
        hear = (news) => {
          const durationMs = performance.now() - started;
          if (news === null)
            resolve({ status: 'lost', reason: 'Python has ended.', executionCount: null, durationMs });
          else if ('stream' in news) tell(news.stream, news.text);
          else if ('done' in news) {
            const status =
              news.done === 'ok' ? 'ok' : news.done === 'KeyboardInterrupt' ? 'interrupted' : 'error';
            const reason = status === 'ok' ? {} : { reason: `${news.done}: ${news.text}` };
            resolve({ status, ...reason, executionCount: news.count, durationMs });
          }
        };
        child.stdin.write(`${JSON.stringify({ code, silent: isQuiet })}\n`);
      }),
    interrupt: () => void child.kill('SIGINT'),
    kill: () => void child.kill('SIGKILL'),
    async close() {
      child.stdin.end();
      const patience = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await gone;
      clearTimeout(patience);
      await folder.remove();
    },
  };
}
