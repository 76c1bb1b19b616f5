import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
import { TEMPORARY_MARK } from '../../../src/colab/kernel/temporary-cell.ts';
import type { CodeRequest } from '../../../src/notebook/kernel.ts';
import type { RunUpdate } from '../../../src/notebook/run-update.ts';
import { OutputLog } from '../../../src/runs/output-log.ts';
import { type FakeCell, FakeColab } from './fake-colab.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A runtime that answers what it is sent: which function of the spool is called, and with which folder. */
class FakeRuntime {
  readonly colab = new FakeColab('x = 1', '# Title').withRemoveAndMove();
  readonly files = new Map<string, string>();
  readonly sent: string[] = [];
  session = 'one';
  isHonest = true;
  /** The page gives the whole answer of the kernel, not only its status. */
  answers = false;
  read: string[] = [];
  /** What the code does: gives the pieces of its spool, at the times that it likes. */
  runs: (put: (events: unknown[]) => void) => Promise<unknown> = async (put) => {
    put([
      ['begin'],
      ['stream', 'stdout', 'hi\n'],
      ['end', { status: 'ok', executionCount: 4, durationMs: 7 }],
    ]);
  };

  constructor() {
    const first = this.colab.cell('c0');
    first.manualExecute = () => this.runCell(first);
    Object.assign(this.kernel, {
      execute: (code: string) => this.#execute(code),
    });
    Object.defineProperty(this.kernel, 'connection', {
      get: () => ({ session: { kernelSessionId: this.session } }),
    });
    this.colab.notebook.kernelFiles = {
      getFile: (path: string) => ({
        fetch: async () => {
          this.read.push(path);
          const text = this.files.get(path);
          if (text === undefined) throw new Error('404');
          return { text: async () => text };
        },
      }),
    };
    this.colab.notebook.insertCell = (type: unknown, { index = 0 }: { index?: number } = {}) => {
      const cell = this.colab.insert(index + 1, type);
      cell.manualExecute = () => this.runCell(cell);
    };
  }

  runCell(cell: FakeCell): void {
    cell.start();
    setTimeout(() => cell.end([{ output_type: 'stream', name: 'stdout', text: ['by cell\n'] }]), 50);
  }

  get kernel(): object {
    const { kernel } = this.colab.notebook;
    return typeof kernel === 'object' && kernel !== null ? kernel : {};
  }

  get ran(): string[] {
    return this.sent.filter((code) => /\.run(_async)?\(/.test(code.slice(-400)));
  }

  async #execute(code: string): Promise<unknown> {
    this.sent.push(code);
    const [, name = '', folder = ''] =
      /[)\]]\.(\w+)\("(\/tmp\/[^"]+)"/.exec(code.slice(code.lastIndexOf('.modules'))) ?? [];
    const put = (events: unknown[]): void => {
      const count = [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`)).length;
      this.files.set(`${folder}/${count}`, JSON.stringify(events));
    };
    const carried: unknown[] = [];
    const carry = (piece: number, events?: string): unknown =>
      carried.push({ source: 'cellwire', piece, events });
    if (name === 'prove') {
      const nonce = /"([^"]+)"\)$/.exec(code)?.[1];
      if (this.isHonest) put([['end', { nonce, missing: [], time: Date.now() }]]);
      carry(0, nonce);
    } else if (name !== '') {
      // The last piece comes with the answer where the page has seen one.
      await this.runs((events) => {
        const isLast = JSON.stringify(events.at(-1)).startsWith('["end"');
        const count = [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`)).length;
        if (isLast && this.answers) carry(count, JSON.stringify(events));
        else put(events);
      });
    }
    return { status: 'ok', ...(this.answers ? { payload: [{ source: 'page' }, ...carried] } : {}) };
  }
}

async function untilInserted({ colab }: FakeRuntime): Promise<void> {
  for (let ms = 0; ms < 500 && !colab.texts.at(-1)?.includes(TEMPORARY_MARK); ms += 2) {
    await vi.advanceTimersByTimeAsync(2);
  }
}

function start(runtime: FakeRuntime) {
  const { kernel, notebook } = createColab(runtime.colab.window);
  const log = new OutputLog();
  const states: string[] = [];
  const onUpdate = (update: RunUpdate): void => {
    if ('patches' in update) log.apply(update.patches);
    else states.push(update.state);
  };
  const execute = (request: CodeRequest) => {
    const running = kernel.execute(request, onUpdate);
    running.catch(() => {});
    return running;
  };
  return { kernel, notebook, execute, states, text: () => JSON.stringify(log.all()) };
}

describe('code without a cell, by the kernel itself', () => {
  it('is proven once, then run, and what it shows is read', async () => {
    const runtime = new FakeRuntime();
    const { execute, text } = start(runtime);
    const first = execute({ code: 'print("hi")' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await first).toEqual({ status: 'ok', executionCount: 4, durationMs: 7 });
    expect(text()).toContain('hi');
    const second = execute({ code: 'print("hi")' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await second).toMatchObject({ status: 'ok' });
    expect(runtime.sent.filter((code) => code.includes('.prove("'))).toHaveLength(1);
    expect(runtime.ran).toHaveLength(2);
    expect(runtime.colab.ids).toEqual(['c0', 'c1']);
  });

  it.each([
    ['of the agent', {}, /, False, False, None, \[.*\], True\)$/],
    ['of a script of ours for the agent', { isUnrecorded: true }, /, False, False, None, \[.*\], False\)$/],
    ['of a question of ours', { isQuiet: true }, /, True, False, None, \[.*\], False\)$/],
  ])('says whether it is to be quiet, and to stand in the history: %s', async (_, how, call) => {
    const runtime = new FakeRuntime();
    const { execute } = start(runtime);
    const run = execute({ code: 'print("hi")', ...how });
    await vi.advanceTimersByTimeAsync(1000);
    await run;
    expect(runtime.ran.at(-1)).toMatch(call);
  });

  it('reads no file where the kernel’s own answer carries all, and has none to remove', async () => {
    const runtime = new FakeRuntime();
    runtime.answers = true;
    const { execute, text } = start(runtime);
    const first = execute({ code: 'print("hi")' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await first).toEqual({ status: 'ok', executionCount: 4, durationMs: 7 });
    expect(text()).toContain('hi');
    expect(runtime.read).toHaveLength(1);
    expect(runtime.ran.at(-1)).toMatch(/, False, True, None, \["\/tmp.*\], True\)$/);
    await vi.advanceTimersByTimeAsync(10_000);
    // The proof, which was in a file; the code took its folder along.
    expect(runtime.sent).toHaveLength(2);
  });

  it.each([true, false])('shows what comes while it runs (with answers: %s)', async (answers) => {
    const runtime = new FakeRuntime();
    runtime.answers = answers;
    runtime.runs = async (put) => {
      put([['begin'], ['stream', 'stdout', 'early\n']]);
      await new Promise((resolve) => setTimeout(resolve, 20_000));
      put([
        ['stream', 'stdout', 'late\n'],
        ['end', { status: 'error', executionCount: 1, durationMs: 20_000 }],
      ]);
    };
    const { execute, text, states } = start(runtime);
    const running = execute({ code: 'slow()' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(states).toEqual(['running']);
    expect(text()).toContain('early');
    expect(text()).not.toContain('late');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await running).toMatchObject({ status: 'error' });
    expect(text()).toContain('late');
  });

  it('gives the kernel its loop only for code that may await', async () => {
    const runtime = new FakeRuntime();
    const { execute } = start(runtime);
    const running = Promise.all([execute({ code: 'await x' }), execute({ code: 'x' })]);
    await vi.advanceTimersByTimeAsync(1000);
    await running;
    expect(runtime.ran.map((code) => code.startsWith('await '))).toEqual([true, false]);
  });

  it('is lost with the kernel', async () => {
    const runtime = new FakeRuntime();
    runtime.runs = () => new Promise(() => {});
    const { execute } = start(runtime);
    const running = execute({ code: 'slow()' });
    await vi.advanceTimersByTimeAsync(1000);
    runtime.session = 'two';
    await vi.advanceTimersByTimeAsync(5000);
    expect(await running).toMatchObject({ status: 'lost', reason: expect.stringContaining('restarted') });
  });

  it('is lost when nothing can be read of it', async () => {
    const runtime = new FakeRuntime();
    runtime.runs = async () => {};
    const { execute } = start(runtime);
    const running = execute({ code: 'x' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await running).toMatchObject({ status: 'lost', reason: expect.stringContaining('no outputs') });
  });

  it('removes what it has read', async () => {
    const runtime = new FakeRuntime();
    const { execute } = start(runtime);
    const running = execute({ code: 'x' });
    await vi.advanceTimersByTimeAsync(10_000);
    await running;
    const [proof, code, removal] = runtime.sent.map((sent) => sent.slice(sent.lastIndexOf('.modules')));
    const folder = (sent = '') => /"(\/tmp\/[^"]+)"/.exec(sent)?.[1] ?? 'none';
    // The next run takes along what is to be removed; after the last one it is asked for.
    expect(code).toContain(`["${folder(proof)}"]`);
    expect(removal).toContain(`.remove(["${folder(code)}"])`);
  });
});

describe('code without a cell, by a temporary cell', () => {
  it('where the files of the runtime do not hold what the kernel wrote', async () => {
    const runtime = new FakeRuntime();
    runtime.isHonest = false;
    const { execute, text, notebook } = start(runtime);
    const running = execute({ code: 'print(1)' });
    await untilInserted(runtime);
    expect(runtime.colab.texts.at(-1)).toBe(`${TEMPORARY_MARK}\nprint(1)`);
    const reading = notebook.readCells({});
    await vi.advanceTimersByTimeAsync(1);
    expect(await reading).toMatchObject({ total: 2 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await running).toMatchObject({ status: 'ok' });
    expect(text()).toContain('by cell');
    expect(runtime.colab.ids).toEqual(['c0', 'c1']);
    expect(runtime.ran).toEqual([]);
  });

  it('a magic of the whole cell stays the first line of what is run', async () => {
    const runtime = new FakeRuntime();
    runtime.isHonest = false;
    const { execute } = start(runtime);
    const running = execute({ code: '%%bash\necho' });
    await untilInserted(runtime);
    expect(runtime.colab.texts.at(-1)).toBe(`${TEMPORARY_MARK}\nget_ipython().run_cell("%%bash\\necho");`);
    await vi.advanceTimersByTimeAsync(10_000);
    await running;
  });

  it('one that an earlier life of the page left behind is removed; the others stay', async () => {
    const runtime = new FakeRuntime();
    runtime.colab.insert(1, 'code', `${TEMPORARY_MARK}\nprint(1)`);
    runtime.colab.insert(2, 'code', `print("${TEMPORARY_MARK}")`);
    start(runtime);
    await vi.advanceTimersByTimeAsync(5000);
    expect(runtime.colab.texts).toEqual(['x = 1', `print("${TEMPORARY_MARK}")`, '# Title']);
  });
});

describe('code without a cell, behind something else', () => {
  /** A cell of the user's runs until it is ended. */
  function busy() {
    const runtime = new FakeRuntime();
    runtime.colab.notebook.isExecuting = () => runtime.colab.cell('c0').running;
    runtime.colab.cell('c0').start();
    return runtime;
  }

  it('does not start later than it should, and says what runs', async () => {
    const runtime = busy();
    const { execute, states } = start(runtime);
    const running = execute({ code: 'x', startWithinMs: 3000 });
    await vi.advanceTimersByTimeAsync(3100);
    expect(await running).toMatchObject({
      status: 'not_started',
      wasBusy: true,
      reason: expect.stringContaining('c0'),
    });
    expect(states[0]).toContain('queued behind cell c0');
    runtime.colab.cell('c0').end();
    await vi.advanceTimersByTimeAsync(5000);
    expect(runtime.ran).toEqual([]);
  });

  it('starts when the cell has ended', async () => {
    const runtime = busy();
    const { execute } = start(runtime);
    const running = execute({ code: 'x', startWithinMs: 3000 });
    await vi.advanceTimersByTimeAsync(1000);
    runtime.colab.cell('c0').end();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await running).toMatchObject({ status: 'ok' });
  });

  it('is stopped while it waits, and the cell goes on', async () => {
    const runtime = busy();
    const { execute, kernel } = start(runtime);
    const running = execute({ code: 'x' });
    await vi.advanceTimersByTimeAsync(100);
    expect(await kernel.interrupt({ code: true })).toEqual({ interrupted: true });
    expect(await running).toMatchObject({
      status: 'not_started',
      reason: expect.stringContaining('stopped'),
    });
    expect(runtime.colab.cell('c0').running).toBe(true);
  });
});
