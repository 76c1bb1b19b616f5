import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notebook } from '../../../src/notebook/notebook.ts';
import type { Outcome, Proposal } from '../../../src/proposals/proposals.ts';
import { Proposals } from '../../../src/proposals/proposals.ts';
import { proposeAndWait } from '../../../src/proposals/propose-and-wait.ts';
import { CLAUDE, CODEX } from '../../support/agents.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { code, memoryNotebook } from '../../support/memory-notebook.ts';

describe('edits that agents propose', () => {
  let held: MemoryCell[];
  let notebook: Notebook;
  let proposals: Proposals;
  let decided: Array<[string, Outcome['decision']]>;
  const never = new AbortController().signal;
  beforeEach(() => {
    vi.useFakeTimers();
    held = [code('a', '1')];
    notebook = memoryNotebook(held);
    proposals = new Proposals(notebook, 'nb-0v');
    decided = [];
    proposals.ondecided = ({ id }, { decision }) => decided.push([id, decision]);
  });
  afterEach(() => vi.useRealTimers());

  const propose = (after = '2'): Promise<Proposal> =>
    proposals.add({ agent: CLAUDE, cellId: 'a', after, reason: 'why not' });

  it('wait for the user and change nothing until then', async () => {
    const proposal = await propose();
    expect(proposal).toMatchObject({ id: 'proposal-nb-0v-1', before: '1', after: '2', outcome: null });
    expect(proposals.open).toEqual([proposal]);
    expect(held[0]?.source).toBe('1');
    const waiting = proposals.decided(proposal, 1_000, never);
    await proposals.accept(proposal.id);
    await waiting;
    expect(proposal.outcome).toMatchObject({ decision: 'accepted', before: '1', content: '2' });
    expect([held[0]?.source, proposals.open, decided]).toEqual(['2', [], [[proposal.id, 'accepted']]]);
  });

  it('are accepted as the user made them, or rejected with a word', async () => {
    const [first, second] = [await propose(), await propose('9')];
    proposals.reject(second.id, 'no');
    expect(second.outcome).toEqual({ decision: 'rejected', comment: 'no' });
    await proposals.accept(first.id, '22');
    expect(first.outcome).toMatchObject({ decision: 'edited', content: '22' });
    expect(held[0]?.source).toBe('22');
  });

  it('are decided once, however often the user clicks', async () => {
    const { id } = await propose();
    const clicks = [proposals.accept(id), proposals.accept(id)];
    const results = await Promise.allSettled(clicks);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(() => proposals.reject(id, null)).toThrow('not open any more');
    expect(decided).toHaveLength(1);
  });

  it('are not accepted when the cell is another by then, and say so', async () => {
    const proposal = await propose();
    await notebook.replaceSource({ cellId: 'a', source: 'mine' });
    await expect(proposals.accept(proposal.id)).rejects.toMatchObject({ kind: 'conflict' });
    expect([held[0]?.source, proposal.isStale, proposals.open.length]).toEqual(['mine', true, 1]);
    proposals.reject(proposal.id, null);
  });

  it('go stale, and fresh again, with their cell', async () => {
    const proposal = await propose();
    let told = 0;
    const stop = proposals.onChange(() => {
      told += 1;
    });
    held.splice(0);
    await proposals.refresh();
    expect(proposal.isStale).toBe(true);
    held.push(code('a', '1'));
    await proposals.refresh();
    expect([proposal.isStale, told]).toEqual([false, 2]);
    stop();
  });

  it('stop waiting when time is up or the caller has gone', async () => {
    const proposal = await propose();
    const late = proposals.decided(proposal, 1_000, never);
    const cancel = new AbortController();
    const gone = proposals.decided(proposal, 60_000, cancel.signal);
    cancel.abort();
    await gone;
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
    await proposals.decided(proposal, 60_000, cancel.signal);
    expect(proposal.outcome).toBeNull();
  });

  it('are found by the agent that made them, and by no other', async () => {
    const proposal = await propose();
    expect(proposals.find(proposal.id, CLAUDE)).toBe(proposal);
    expect(() => proposals.find(proposal.id, CODEX)).toThrow('no proposal');
  });

  it('are bounded: too many at once are refused, old ones forgotten', async () => {
    for (let n = 0; n < 50; n++) await propose();
    await expect(propose()).rejects.toMatchObject({ kind: 'conflict' });
    const first = proposals.open[0]?.id ?? '';
    for (const { id } of proposals.open) proposals.reject(id, null);
    for (let n = 0; n < 151; n++) proposals.reject((await propose()).id, null);
    expect(() => proposals.find(first, CLAUDE)).toThrow();
  });

  describe('where every edit is to be one', () => {
    const change = { agent: CLAUDE, cellId: 'a', source: '2' };
    const waiting = { signal: never, progress: () => {} };

    it('are made when the user accepts, and fail when not', async () => {
      const edit = proposeAndWait(proposals, change, waiting);
      await vi.waitFor(() => expect(proposals.open).toHaveLength(1));
      await proposals.accept(proposals.open[0]?.id ?? '');
      expect(await edit).toMatchObject({ before: '1' });
      const other = proposeAndWait(proposals, { ...change, source: '3' }, waiting);
      await vi.waitFor(() => expect(proposals.open).toHaveLength(1));
      proposals.reject(proposals.open[0]?.id ?? '', 'no');
      await expect(other).rejects.toMatchObject({
        kind: 'denied',
        message: 'The user rejected this edit: "no".',
      });
    });

    it('stay open when the user takes long', async () => {
      const edit = proposeAndWait(proposals, change, waiting);
      const failed = expect(edit).rejects.toMatchObject({ kind: 'user_action_required' });
      await vi.advanceTimersByTimeAsync(50_000);
      await failed;
      expect(proposals.open).toHaveLength(1);
    });

    it('are not shown for a cell that the agent takes for another', async () => {
      const stale = { ...change, expectedRevision: 'old' };
      await expect(proposeAndWait(proposals, stale, waiting)).rejects.toMatchObject({ kind: 'conflict' });
      expect(proposals.open).toEqual([]);
    });
  });
});
