import { afterEach, describe, expect, it } from 'vitest';
import { Clock } from '../../../src/clock/clock.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import type { Inspection } from '../../../src/notebook/inspection.ts';
import type { NotebookKernel } from '../../../src/notebook/kernel.ts';
import type { Notebook, NotebookStatus } from '../../../src/notebook/notebook.ts';
import { connectPage, REMOTE_METHODS, servePage } from '../../../src/wire/page-channel.ts';
import { code, memoryNotebook, noInspection, noKernel } from '../../support/memory-notebook.ts';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** The port of a session whose page offers these. */
function portTo(
  notebook: Notebook,
  kernel: NotebookKernel = noKernel,
  inspection: Inspection = noInspection,
): MessagePort {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  servePage(port1, { notebook, kernel, inspection }, new Clock());
  return port2;
}

/** The session's view of a notebook that lives on the other side of a channel. */
function across(notebook: Notebook): Notebook {
  return connectPage(portTo(notebook), new Clock()).notebook;
}

const STATUS: NotebookStatus = {
  notebook: { id: 'n', name: 'N', url: 'https://colab.example/n', cells: 3 },
  capabilities: {},
  dialog: null,
  build: null,
};

/** Notes every call; each method answers with its own name. */
function noting() {
  const calls: unknown[][] = [];
  const note =
    <T>(name: string, result: T) =>
    (params?: unknown): Promise<T> => {
      calls.push([name, params]);
      return Promise.resolve(result);
    };
  const run = { cellId: 'c', status: 'ok' as const, executionCount: 1, durationMs: 2 };
  const notebook: Notebook = {
    ...memoryNotebook([]),
    readCells: note('readCells', { cells: [], total: 0, revision: 'r' }),
    findCells: note('findCells', [{ id: 'a', index: 0 }]),
    insertCell: note('insertCell', { cellId: 'new', index: 3 }),
    replaceSource: note('replaceSource', { revision: 's', before: 'x' }),
    deleteCell: note('deleteCell', {
      ...{ index: 0, kind: 'code' as const, source: 'x' },
      hadOutputs: false,
    }),
    moveCell: note('moveCell', { index: 1, before: 0 }),
    runCell: note('runCell', run),
    catchUp: note('catchUp', null),
    clearOutputs: note('clearOutputs', { cleared: ['a'] }),
    takeForeignChanges: note('takeForeignChanges', [{ kind: 'restarted' as const }]),
    status: note('status', STATUS),
  };
  const kernel: NotebookKernel = {
    state: note('state', { state: 'busy' as const, language: 'python' }),
    interrupt: note('interrupt', { interrupted: true }),
    execute: note('execute', { status: 'ok' as const, executionCount: null, durationMs: 1 }),
    restart: note('restart', { state: 'idle' as const }),
    connect: note('connect', { state: 'idle' as const }),
    answerInput: note('answerInput', { cellId: 'a', prompt: 'Name?' }),
    putFile: note('putFile', '/tmp/n'),
  };
  const inspection: Inspection = {
    canary: note('canary', { build: 'b', mismatches: [], rows: [], left: null }),
    probe: note('probe', { build: 'b', mismatches: [] }),
    shape: note('shape', { format: 1, build: 'b', elements: 1, html: { name: 'html' } }),
  };
  return { notebook, kernel, inspection, calls };
}

describe('the notebook over a channel', () => {
  it('passes every call with its parameters, and every result back', async () => {
    const { notebook, kernel, inspection, calls } = noting();
    const page = connectPage(portTo(notebook, kernel, inspection), new Clock());
    const { notebook: remote, kernel: remoteKernel } = page;
    expect(await remote.readCells({ start: 1 })).toEqual({ cells: [], total: 0, revision: 'r' });
    expect(await remote.findCells({ cellIds: ['a'] })).toEqual([{ id: 'a', index: 0 }]);
    expect(await remote.insertCell({ index: 3, kind: 'code', source: 'x' })).toEqual({
      cellId: 'new',
      index: 3,
    });
    expect(await remote.replaceSource({ cellId: 'a', source: 'y' })).toEqual({ revision: 's', before: 'x' });
    expect(await remote.deleteCell({ cellId: 'a' })).toEqual({
      index: 0,
      kind: 'code',
      source: 'x',
      hadOutputs: false,
    });
    expect(await remote.moveCell({ cellId: 'a', index: 1 })).toEqual({ index: 1, before: 0 });
    expect(await remote.runCell({ cellId: 'c' })).toMatchObject({ status: 'ok', durationMs: 2 });
    expect(await remote.catchUp()).toBe(null);
    expect(await remote.clearOutputs({ cellIds: ['a'] })).toEqual({ cleared: ['a'] });
    expect(await remote.takeForeignChanges()).toEqual([{ kind: 'restarted' }]);
    expect(await remote.status()).toEqual(STATUS);
    expect(await remoteKernel.state()).toEqual({ state: 'busy', language: 'python' });
    expect(await remoteKernel.interrupt({ cellId: 'c' })).toEqual({ interrupted: true });
    expect(await remoteKernel.execute({ code: '1', startWithinMs: 5 })).toMatchObject({ status: 'ok' });
    expect(await remoteKernel.restart()).toEqual({ state: 'idle' });
    expect(await remoteKernel.connect({ accelerator: 'T4' })).toEqual({ state: 'idle' });
    const answered = await remoteKernel.answerInput({ text: 'Ada' });
    expect(answered).toEqual({ cellId: 'a', prompt: 'Name?' });
    expect(await remoteKernel.putFile?.({ name: 'n', base64: '' })).toBe('/tmp/n');
    expect(await page.inspection.canary({ only: ['run'] })).toMatchObject({ build: 'b', rows: [] });
    expect(await page.inspection.probe()).toEqual({ build: 'b', mismatches: [] });
    expect(await page.inspection.shape()).toMatchObject({ html: { name: 'html' } });
    expect(calls).toEqual([
      ['readCells', { start: 1 }],
      ['findCells', { cellIds: ['a'] }],
      ['insertCell', { index: 3, kind: 'code', source: 'x' }],
      ['replaceSource', { cellId: 'a', source: 'y' }],
      ['deleteCell', { cellId: 'a' }],
      ['moveCell', { cellId: 'a', index: 1 }],
      ['runCell', { cellId: 'c' }],
      ['catchUp', undefined],
      ['clearOutputs', { cellIds: ['a'] }],
      ['takeForeignChanges', undefined],
      ['status', undefined],
      ['state', undefined],
      ['interrupt', { cellId: 'c' }],
      ['execute', { code: '1', startWithinMs: 5 }],
      ['restart', undefined],
      ['connect', { accelerator: 'T4' }],
      ['answerInput', { text: 'Ada' }],
      ['putFile', { name: 'n', base64: '' }],
      ['canary', { only: ['run'] }],
      ['probe', undefined],
      ['shape', undefined],
    ]);
    const listed = Object.values(REMOTE_METHODS).flatMap((methods) => Object.keys(methods));
    expect(calls.map(([name]) => name).sort()).toEqual(listed.sort());
  });

  it.each([
    ['notebook', 'format'],
    ['notebook', 'interrupt'],
    ['notebook', 'onChange'],
    ['notebook', 'onUserRun'],
    ['notebook', 'onForeignChange'],
    ['notebook', 'constructor'],
    ['notebook', 'toString'],
    ['notebook', '__proto__'],
    ['kernel', 'hasOwnProperty'],
    ['kernel', 'readCells'],
    ['disk', 'readCells'],
    ['constructor', 'keys'],
    ['__proto__', 'toString'],
  ])('reaches nothing that is not listed: %s.%s', async (target, method) => {
    const { notebook, kernel, calls } = noting();
    let listening = false;
    const onChange: Notebook['onChange'] = () => {
      listening = true;
      return () => {};
    };
    const port = portTo({ ...notebook, onChange }, kernel);
    const answer = new Promise((resolve) => {
      port.onmessage = ({ data }) => resolve(data);
    });
    port.postMessage({ id: 7, target, method, params: {} });
    expect(await answer).toEqual({
      id: 7,
      failure: {
        kind: 'internal',
        message: `The page has no method ${target}.${method}; nothing was done.`,
        next: 'Ask the user to reload the tab, then try again.',
      },
    });
    expect([calls, listening]).toEqual([[], false]);
  });

  it('says so when a page of an older version lacks a method of the list', async () => {
    const port = portTo({ ...memoryNotebook([]), moveCell: Reflect.get({}, 'moveCell') });
    const { notebook } = connectPage(port, new Clock());
    await expect(notebook.moveCell({ cellId: 'a', index: 0 })).rejects.toMatchObject({
      message: 'The page has no method notebook.moveCell; nothing was done.',
    });
  });

  it('calls a method on its own object', async () => {
    class Counted implements NotebookKernel {
      count = 0;
      async state() {
        this.count++;
        return { state: 'idle' as const };
      }
      interrupt = noKernel.interrupt;
      execute = noKernel.execute;
      restart = noKernel.restart;
      connect = noKernel.connect;
      answerInput = noKernel.answerInput;
    }
    const kernel = new Counted();
    await connectPage(portTo(memoryNotebook([]), kernel), new Clock()).kernel.state();
    expect(kernel.count).toBe(1);
  });

  it('keeps answers that come in another order apart', async () => {
    const ends: Array<() => void> = [];
    const remote = across({
      ...memoryNotebook([]),
      moveCell: ({ index }) => new Promise((resolve) => ends.push(() => resolve({ index, before: 0 }))),
    });
    const calls = [1, 2, 3].map((index) => remote.moveCell({ cellId: 'a', index }));
    while (ends.length < 3) await remote.readCells({});
    for (const end of ends.reverse()) end();
    expect(await Promise.all(calls)).toMatchObject([{ index: 1 }, { index: 2 }, { index: 3 }]);
  });

  it('fails with the same failure, and tells what was not foreseen as one', async () => {
    const failure = new Failure('conflict', 'Changed.', 'Look.');
    const remote = across({
      ...memoryNotebook([]),
      deleteCell: () => Promise.reject(failure),
      moveCell: () => {
        throw new TypeError('surprise');
      },
    });
    await expect(remote.deleteCell({ cellId: 'a' })).rejects.toThrow(failure);
    await expect(remote.moveCell({ cellId: 'a', index: 0 })).rejects.toMatchObject({
      kind: 'internal',
      message: 'surprise',
    });
  });

  it('brings the updates of each run to who asked for it', async () => {
    const remote = across({
      ...memoryNotebook([]),
      runCell: async ({ cellId }, update = () => {}) => {
        update({ state: `${cellId} starts` });
        await Promise.resolve();
        update({ state: `${cellId} runs` });
        return { cellId, status: 'ok', executionCount: 1, durationMs: 1 };
      },
    });
    const seen: Record<string, unknown[]> = { a: [], b: [] };
    await Promise.all([
      remote.runCell({ cellId: 'a' }, (update) => seen.a?.push(update)),
      remote.runCell({ cellId: 'b' }, (update) => seen.b?.push(update)),
      remote.runCell({ cellId: 'nobody listens' }),
    ]);
    expect(seen).toEqual({
      a: [{ state: 'a starts' }, { state: 'a runs' }],
      b: [{ state: 'b starts' }, { state: 'b runs' }],
    });
  });

  it('tells of runs that the user starts, to all who listen and no longer', async () => {
    let tell: (cellId: string) => void = () => {};
    const remote = across({
      ...memoryNotebook([]),
      onUserRun: (listener) => {
        tell = listener;
        return () => {};
      },
    });
    const heard: string[] = [];
    const stop = remote.onUserRun((cellId) => heard.push(`first ${cellId}`));
    remote.onUserRun((cellId) => heard.push(`second ${cellId}`));
    tell('a');
    await remote.readCells({});
    stop();
    tell('b');
    await remote.readCells({});
    expect(heard).toEqual(['first a', 'second a', 'second b']);
  });

  it('tells that others changed something, to all who listen and no longer', async () => {
    let tell = (): void => {};
    const remote = across({
      ...memoryNotebook([]),
      onForeignChange: (listener) => {
        tell = listener;
        return () => {};
      },
    });
    const heard: string[] = [];
    const stop = remote.onForeignChange(() => heard.push('first'));
    remote.onForeignChange(() => heard.push('second'));
    tell();
    await remote.readCells({});
    stop();
    tell();
    await remote.readCells({});
    expect(heard).toEqual(['first', 'second', 'second']);
  });

  it('lets the page watch only while somebody listens', async () => {
    const watching: string[] = [];
    let tell = (): void => {};
    const remote = across({
      ...memoryNotebook([]),
      onChange: (listener) => {
        watching.push('begin');
        tell = listener;
        return () => void watching.push('end');
      },
    });
    const heard: string[] = [];
    await remote.readCells({});
    expect(watching).toEqual([]);
    const stopFirst = remote.onChange(() => heard.push('first'));
    const stopSecond = remote.onChange(() => heard.push('second'));
    await remote.readCells({});
    expect(watching).toEqual(['begin']);
    tell();
    await remote.readCells({});
    expect(heard).toEqual(['first', 'second']);
    stopFirst();
    stopFirst();
    await remote.readCells({});
    expect(watching).toEqual(['begin']);
    stopSecond();
    stopSecond();
    await remote.readCells({});
    expect(watching).toEqual(['begin', 'end']);
    remote.onChange(() => {});
    await remote.readCells({});
    expect(watching).toEqual(['begin', 'end', 'begin']);
  });

  it('does not mind an answer nobody waits for', async () => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    const { notebook } = connectPage(port2, new Clock());
    port1.postMessage({ id: 99, result: '{}' });
    servePage(
      port1,
      { notebook: memoryNotebook([code('a', '1')]), kernel: noKernel, inspection: noInspection },
      new Clock(),
    );
    expect((await notebook.readCells({})).total).toBe(1);
  });
});
