import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentSession } from '../../../content-scripts/session/agent-session.ts';
import { OpenNotebook } from '../../../content-scripts/session/open-notebook.ts';
import type { Call } from '../../../src/calls/perform-call.ts';
import { performCall } from '../../../src/calls/perform-call.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import type { CellRun, Notebook } from '../../../src/notebook/notebook.ts';
import type { Policy, Verdict } from '../../../src/policy/policy.ts';
import { ALLOW_ALL } from '../../../src/policy/policy.ts';
import type { Answer } from '../../../src/policy/questions.ts';
import type { Run } from '../../../src/runs/run.ts';
import { loopOf } from '../../../src/tools/code-of-call.ts';
import { code, memoryNotebook, noInspection, noKernel, noWishes } from '../../support/memory-notebook.ts';
import { cells, options } from '../runs/slow-notebook.ts';

const CALL = { signal: new AbortController().signal, progress: () => {} };
const running = (verdict: Verdict): Policy => ({
  ...ALLOW_ALL,
  verdicts: { ...ALLOW_ALL.verdicts, run: verdict },
});

describe('a run whose turn comes after the user has said something', () => {
  let page: Notebook;
  let started: string[];
  let end: () => void;
  let open: OpenNotebook;
  let claude: AgentSession;

  beforeEach(() => {
    started = [];
    end = () => {};
    const held = memoryNotebook([code('a', '1'), code('b', '2'), code('c', '3')]);
    page = {
      ...held,
      // As the page does: a text that is not the expected one is not run.
      runCell: async ({ cellId, expectedRevision }) => {
        const { revision } = (await held.readCells({ cellIds: [cellId] })).cells[0] ?? {};
        if (expectedRevision !== undefined && revision !== expectedRevision) {
          throw new Failure('conflict', 'Changed.', 'Read.');
        }
        started.push(cellId);
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        const done: CellRun = { cellId, status: 'ok', executionCount: 1, durationMs: 1 };
        return done;
      },
    };
    open = new OpenNotebook(
      'nb',
      { notebook: page, kernel: noKernel, inspection: noInspection },
      noWishes,
      false,
      '0v',
    );
    open.policy = ALLOW_ALL;
    claude = open.sessionOf('one');
    claude.greet({ agent: 'Claude', isResumed: false });
  });

  /** The first one runs, the second waits for it. */
  async function two(): Promise<[Run, Run]> {
    const runs: [Run, Run] = [open.runs.start('a', claude.agent), open.runs.start('b', claude.agent)];
    await expect.poll(() => started).toEqual(['a']);
    return runs;
  }
  async function ask(call: Call, answer: Answer): Promise<void> {
    const asked = performCall(
      call,
      claude.rules(() => false, CALL),
      async () => {},
    );
    await expect.poll(() => open.questions.open.length).toBe(1);
    await open.actions.answer(open.questions.open[0]?.id ?? '', answer);
    await asked;
  }
  const runCells: Call = { name: 'run_cells', effect: 'runs', subject: null, args: { cellIds: ['a', 'b'] } };

  it.each([
    ['paused', { ...ALLOW_ALL, paused: true }, 'paused'],
    ['denied', running('deny'), 'denied'],
    ['to be asked for', running('ask'), 'denied'],
  ] as const)('does not begin: %s', async (_name, policy, kind) => {
    const [first, second] = await two();
    open.policy = policy;
    end();
    await expect.poll(() => second.phase).toBe('ended');
    expect(first.status).toBe('ok');
    expect(second.failure).toMatchObject({ kind });
    expect(started).toEqual(['a']);
  });

  it('begins as the loop that the user has allowed, and as no other', async () => {
    open.policy = running('ask');
    const wish = { items: 'range(3)', body: 'item' };
    await ask({ name: 'run_chunked', effect: 'runs', subject: null, args: wish }, 'once');
    const allowed = open.runs.startCode(loopOf(wish.items, wish.body), claude.agent, 'what does it');
    const other = open.runs.startCode(loopOf(wish.items, 'item + 1'), claude.agent);
    await expect.poll(() => other.phase).toBe('ended');
    // There is no kernel here: what was allowed got as far as that.
    expect([allowed.failure?.kind, other.failure?.kind]).toEqual(['unsupported', 'denied']);
  });

  it('begins when the user has resumed before', async () => {
    await two();
    open.policy = { ...ALLOW_ALL, paused: true };
    open.policy = ALLOW_ALL;
    end();
    await expect.poll(() => started).toEqual(['a', 'b']);
  });

  it('does not begin as the next of a sequence', async () => {
    const sequence = open.runs.startSequence(
      cells('a', 'b', 'c'),
      { ...options, continueOnError: true },
      claude.agent,
    );
    await expect.poll(() => started).toEqual(['a']);
    open.policy = { ...ALLOW_ALL, paused: true };
    end();
    await expect.poll(() => sequence.status).toBe('failed');
    expect(sequence.reports.map(({ status }) => status)).toEqual(['ok', 'not_started', 'not_started']);
    expect(started).toEqual(['a']);
  });

  it('does not begin for an agent that was sent away while its call was under way', async () => {
    claude.refuse();
    const late = open.runs.start('a', claude.agent);
    await expect.poll(() => late.failure).toMatchObject({ kind: 'denied' });
    claude.greet({ agent: 'Claude', isResumed: true });
    open.runs.start('a', claude.agent);
    await expect.poll(() => started).toEqual(['a']);
  });

  it('begins with the text that the user was shown, and with no other', async () => {
    open.policy = running('ask');
    await ask(runCells, 'once');
    const [, second] = await two();
    await page.replaceSource({ cellId: 'b', source: 'rm -rf' });
    end();
    await expect.poll(() => second.failure).toMatchObject({ kind: 'conflict' });
    const other = open.runs.start('c', claude.agent);
    await expect.poll(() => other.failure).toMatchObject({ kind: 'denied' });
    expect(started).toEqual(['a']);
  });

  it('begins with any text where the user allowed all runs, until the user sends the agent away', async () => {
    open.policy = running('ask');
    await ask(runCells, 'session');
    await two();
    await page.replaceSource({ cellId: 'b', source: '4' });
    end();
    await expect.poll(() => started).toEqual(['a', 'b']);
    claude.refuse();
    claude.greet({ agent: 'Claude', isResumed: true });
    // Asked again: the answer of before counts no more.
    await ask(runCells, 'once');
  });

  it('is asked for again when the user has changed the rule since', async () => {
    open.policy = running('ask');
    await ask(runCells, 'session');
    open.policy = running('deny');
    open.policy = running('ask');
    await ask(runCells, 'once');
  });
});
