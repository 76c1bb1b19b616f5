import { afterEach, describe, expect, it, vi } from 'vitest';
import { OpenNotebook } from '../../../content-scripts/session/open-notebook.ts';
import { CLAUDE } from '../../support/agents.ts';
import { code, memoryNotebook, noInspection, noKernel, noWishes } from '../../support/memory-notebook.ts';

afterEach(() => vi.restoreAllMocks());

describe('a notebook that a tab shows', () => {
  const page = { notebook: memoryNotebook([]), kernel: noKernel, inspection: noInspection };
  const startedIn = (open: OpenNotebook): string => open.runs.start('a', CLAUDE).id;
  const at = (random: number): OpenNotebook => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint32Array) array[0] = random;
      return array;
    });
    return new OpenNotebook('nb', page, noWishes);
  };

  it.each([
    [0, 'run-nb-00-1'],
    [5, 'run-nb-05-1'],
    [36 * 36 - 1, 'run-nb-zz-1'],
    [4_294_967_295, 'run-nb-z3-1'],
  ])('counts its runs in its own name and that of the visit: %d', (random, runId) => {
    expect(startedIn(at(random))).toBe(runId);
  });

  it('ends with its runs', () => {
    const open = new OpenNotebook('nb', page, noWishes);
    open.end();
    expect(open.runs.start('a', CLAUDE).failure?.kind).toBe('lost');
  });

  it('that the user stops has nothing left to be decided', async () => {
    const notebook = memoryNotebook([code('a', '1')]);
    const kernel = { ...noKernel, interrupt: async () => ({ interrupted: false }) };
    const open = new OpenNotebook('nb', { notebook, kernel, inspection: noInspection }, noWishes);
    await open.proposals.add({ agent: CLAUDE, cellId: 'a', after: '2', reason: null });
    expect(open.view().proposals).toHaveLength(1);
    await open.actions.stop();
    expect(open.view().proposals).toEqual([]);
  });

  it('is stopped as far as it can be, and what could not be done is told', async () => {
    const interrupt = vi.fn(async () => ({ interrupted: true }));
    const wishes = { ...noWishes, disconnectAll: () => Promise.reject(new Error('The worker is gone.')) };
    const open = new OpenNotebook(
      'nb',
      { notebook: page.notebook, kernel: { ...noKernel, interrupt }, inspection: noInspection },
      wishes,
    );
    await expect(open.actions.stop()).rejects.toThrow('The worker is gone.');
    expect(interrupt).toHaveBeenCalledTimes(1);
    const running = new OpenNotebook('nb', page, noWishes);
    await expect(running.actions.stop()).rejects.toThrow('Not here.');
  });
});
