import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PrintedText } from '../../../src/kernel/printed-text.ts';
import { chunkedCode } from '../../../src/kernel/state/scripts.ts';
import { asJson, type Json } from '../../support/agent.ts';
import type { IPythonKernel } from '../../support/python/ipython-kernel.ts';
import { startIPython } from '../../support/python/ipython-kernel.ts';
import { loadPython } from '../../support/python/pyodide-kernel.ts';
import { ipython } from '../../support/python.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MARK = '[run_chunked test]';
const ITEMS = 10_000;
const INTERRUPTS = 20;

/** Null when it had none: an interrupt that comes before the loop shows the code, and with it the mark, in a traceback. */
function lastWord(text: string): Json | null {
  const line = text.split('\n').findLast((candidate) => candidate.startsWith(MARK));
  const told = line === undefined ? {} : asJson(JSON.parse(line.slice(MARK.length)));
  return 'status' in told || 'failure' in told ? told : null;
}

/** Numbers that a seed gives again. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.skipIf(ipython === undefined)('every item exactly once, on IPython', () => {
  it('over 10,000 items, through 20 interrupts at random points and kernels that are killed', async () => {
    const seed = Number(process.env.CELLWIRE_SEED ?? Date.now() % 1_000_000);
    console.info(`CELLWIRE_SEED=${seed}`);
    const random = randomFrom(seed);
    const home = await temporaryFolder('chunked-home');
    const marks = `${home.path}/marks`;
    const code = chunkedCode({
      name: 'exactly',
      items: `range(${ITEMS})`,
      // Each item leaves a mark of its own; one of them kills its own kernel before it does so, once. How far it may go
      // is in a file: however slow the machine is, it does not end before it was interrupted often enough.
      body: `import os, time
open(${JSON.stringify(`${home.path}/begun`)}, "w").close()
if index == 7000 and not os.path.exists(${JSON.stringify(`${home.path}/died`)}):
    open(${JSON.stringify(`${home.path}/died`)}, "w").close()
    os.kill(os.getpid(), 9)
with open(${JSON.stringify(marks)}, "a") as file:
    file.write(f"{item}\\n")
while index >= int(open(${JSON.stringify(`${home.path}/allowed`)}).read()):
    time.sleep(0.002)
item * 2`,
      batchSize: 100,
      onError: 'stop',
      mark: MARK,
    });
    const start = async (): Promise<IPythonKernel> => {
      const kernel = await startIPython(ipython ?? 'python3');
      await kernel.execute({ code: `import os\nos.environ["HOME"] = ${JSON.stringify(home.path)}` });
      return kernel;
    };
    const attempt = async (kernel: IPythonKernel, disturb: () => Promise<void>) => {
      const printed = new PrintedText();
      const running = kernel.execute({ code }, (update) => {
        if ('patches' in update) printed.apply(update.patches);
      });
      await disturb();
      const { status } = await running;
      return { status, end: lastWord(printed.text) };
    };

    let allowed = 0;
    const allow = (items: number): void => {
      allowed += items;
      writeFileSync(`${home.path}/next`, String(allowed));
      renameSync(`${home.path}/next`, `${home.path}/allowed`);
    };
    // More parts than interrupts and kernels that are killed.
    const PART = Math.floor(ITEMS / (INTERRUPTS + 5));

    allow(PART);
    let kernel = await start();
    let interrupted = 0;
    let lost = 0;
    const repeated: number[] = [];
    try {
      for (let round = 0; ; round++) {
        const pause = 30 + random() * 150;
        // The last kernel but one is killed from outside, wherever it is.
        const isKilled = round === 10;
        rmSync(`${home.path}/begun`, { force: true });
        const { status, end } = await attempt(kernel, async () => {
          if (interrupted >= INTERRUPTS) {
            allow(ITEMS);
            return;
          }
          // A kernel that is not at it yet does not mind an interrupt.
          while (!existsSync(`${home.path}/begun`)) await sleep(5);
          await sleep(pause);
          // An interrupt lets the item end that is under way.
          allow(PART);
          if (isKilled) kernel.kill();
          else kernel.interrupt();
        });
        if (Array.isArray(end?.repeated)) repeated.push(...end.repeated.map(Number));
        if (status === 'lost') {
          lost++;
          await kernel.close();
          kernel = await start();
          continue;
        }
        if (status === 'interrupted') {
          // One that came before the loop has stopped none.
          if (end && 'done' in end) interrupted++;
          continue;
        }
        expect({ as: status, ...end }).toMatchObject({ status: 'ok', done: ITEMS, failed: 0, total: ITEMS });
        break;
      }
      const sums = await new Promise<string>((resolve) => {
        const printed = new PrintedText();
        void kernel
          .execute({ code: 'print(results_exactly == [2 * n for n in range(10_000)])' }, (update) => {
            if ('patches' in update) printed.apply(update.patches);
          })
          .then(() => resolve(printed.text));
      });
      expect(sums).toBe('True\n');
    } finally {
      await kernel.close();
    }
    const done = readFileSync(marks, 'utf8').trim().split('\n').map(Number);
    const times = new Map<number, number>();
    for (const item of done) times.set(item, (times.get(item) ?? 0) + 1);
    expect(times.size).toBe(ITEMS);
    // Only an item in which a kernel was killed can have been done before, and it is named.
    const twice = [...times].filter(([, count]) => count > 1).map(([item]) => item);
    expect(repeated).toEqual(expect.arrayContaining(twice));
    expect(twice.length).toBeLessThanOrEqual(1);
    expect(lost).toBe(2);
    expect(interrupted).toBeGreaterThanOrEqual(INTERRUPTS);
    await home.remove();
  }, 180_000);

  it('an interrupt lets the item end, a second one breaks into it', async () => {
    const home = await temporaryFolder('chunked-home');
    const kernel = await startIPython(ipython ?? 'python3');
    const printed = new PrintedText();
    try {
      await kernel.execute({ code: `import os, time\nos.environ["HOME"] = ${JSON.stringify(home.path)}` });
      const code = chunkedCode({
        name: 'slow',
        items: 'range(3)',
        body: 'print("begun", item)\nif item == 1 and "patient" not in globals():\n    time.sleep(30)\nitem',
        batchSize: 1,
        onError: 'skip',
        mark: MARK,
      });
      const follow = (update: Parameters<NonNullable<Parameters<typeof kernel.execute>[1]>>[0]): void => {
        if ('patches' in update) printed.apply(update.patches);
      };
      const running = kernel.execute({ code }, follow);
      const shown = async (text: string): Promise<void> => {
        for (let waited = 0; !printed.text.includes(text) && waited < 10_000; waited += 20) await sleep(20);
      };
      await shown('begun 1');
      kernel.interrupt();
      await shown('interrupt again');
      kernel.interrupt();
      expect(printed.text).toContain('interrupt again');
      expect(await running).toMatchObject({ status: 'interrupted' });
      expect(lastWord(printed.text)).toMatchObject({ status: 'interrupted', done: 1, brokenInto: [1] });
      await kernel.execute({ code: 'patient = True' });
      await kernel.execute({ code }, follow);
      expect(lastWord(printed.text)).toMatchObject({ status: 'ok', done: 3, repeated: [1] });
    } finally {
      await kernel.close();
      await home.remove();
    }
  }, 60_000);

  it('two kernels are not at the same loop at the same time', async () => {
    const home = await temporaryFolder('chunked-home');
    const [first, second] = await Promise.all([
      startIPython(ipython ?? 'python3'),
      startIPython(ipython ?? 'python3'),
    ]);
    try {
      for (const kernel of [first, second]) {
        await kernel.execute({ code: `import os, time\nos.environ["HOME"] = ${JSON.stringify(home.path)}` });
      }
      const printed = [new PrintedText(), new PrintedText()];
      const code = chunkedCode({
        name: 'shared',
        items: 'range(20)',
        body: 'print("begun")\ntime.sleep(0.1)',
        batchSize: 1,
        onError: 'stop',
        mark: MARK,
      });
      const begin = (kernel: IPythonKernel, at: number) =>
        kernel.execute({ code }, (update) => {
          if ('patches' in update) printed[at]?.apply(update.patches);
        });
      const running = begin(first, 0);
      for (let waited = 0; !printed[0]?.text.includes('begun') && waited < 10_000; waited += 20)
        await sleep(20);
      await begin(second, 1);
      expect(lastWord(printed[1]?.text ?? '')).toMatchObject({ failure: { kind: 'conflict' } });
      await running;
      expect(lastWord(printed[0]?.text ?? '')).toMatchObject({ status: 'ok', done: 20 });
    } finally {
      await Promise.all([first.close(), second.close()]);
      await home.remove();
    }
  }, 60_000);
});

describe('every item exactly once, on Pyodide', () => {
  it('over 1,000 items, through interrupts in the middle of items', async () => {
    const pyodide = await loadPython();
    const interrupts = new Uint8Array(new SharedArrayBuffer(1));
    pyodide.setInterruptBuffer(interrupts);
    pyodide.registerJsModule('test_host', {
      interrupt: () => {
        interrupts[0] = 2;
      },
    });
    let text = '';
    pyodide.setStdout({
      batched: (line) => {
        text += `${line}\n`;
      },
    });
    pyodide.runPython('marks, due = [], [0, 1, 250, 251, 500, 998, 999]');
    const code = chunkedCode({
      name: 'exactly',
      items: 'range(1000)',
      // Behind what the item does, and before its end.
      body: `marks.append(item)
if due and index == due[0]:
    due.pop(0)
    import test_host
    test_host.interrupt()
    for _ in range(2000): pass
item`,
      batchSize: 100,
      onError: 'stop',
      mark: MARK,
    });
    let interrupted = 0;
    for (let round = 0; round < 20; round++) {
      text = '';
      try {
        pyodide.runPython(code);
      } catch (error) {
        expect(String(error)).toContain('KeyboardInterrupt');
        expect(lastWord(text)).toMatchObject({ status: 'interrupted' });
        interrupted++;
        continue;
      }
      break;
    }
    expect(lastWord(text)).toMatchObject({ status: 'ok', done: 1000 });
    expect(interrupted).toBeGreaterThanOrEqual(6);
    expect(pyodide.runPython('marks == list(range(1000))')).toBe(true);
  }, 60_000);
});
