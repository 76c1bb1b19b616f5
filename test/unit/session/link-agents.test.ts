import { beforeEach, describe, expect, it } from 'vitest';
import { LinkAgents } from '../../../content-scripts/session/link-agents.ts';
import { OpenNotebook } from '../../../content-scripts/session/open-notebook.ts';
import { asCalledBy } from '../../../src/wire/agent-of-call.ts';
import { code, memoryNotebook, noInspection, noKernel, noWishes } from '../../support/memory-notebook.ts';

const CALL = { signal: new AbortController().signal, progress: () => {} };
const metaOf = (id: string, name: string): unknown => asCalledBy({ id, name }, {})._meta;
const CURSOR = metaOf('a', 'Cursor');
const CODEX = metaOf('b', 'Codex');

describe('agents that share a bridge', () => {
  let open: OpenNotebook;
  let agents: LinkAgents;
  const shown = (): string[] => open.view().agents.map(({ name }) => name);
  const told = async (meta: unknown): Promise<readonly string[] | undefined> => {
    const rules = agents.of(meta).rules(() => false, CALL);
    return (await rules.conclude?.({ name: 'get_cells', effect: 'reads', subject: null }, null))?.notices;
  };

  beforeEach(() => {
    open = new OpenNotebook(
      'nb',
      { notebook: memoryNotebook([code('a', '1')]), kernel: noKernel, inspection: noInspection },
      noWishes,
      false,
      '0v',
    );
    agents = new LinkAgents(open, 'link');
    agents.greet({ agent: 'Cursor', isResumed: false });
  });

  it('are the link’s own as long as no call says whose it is', () => {
    expect(shown()).toEqual(['Cursor']);
    expect(agents.of(undefined)).toBe(open.sessionOf('link'));
    expect(agents.of({ 'cellwire/agent': { id: 1 } })).toBe(open.sessionOf('link'));
  });

  it('have each a name, a colour and a session of their own, and the link none beside them', () => {
    const cursor = agents.of(CURSOR);
    expect(agents.of(CURSOR)).toBe(cursor);
    expect(shown()).toEqual(['Cursor']);
    expect(agents.of(CODEX)).not.toBe(cursor);
    // Told that another has come, the link names them all; they stay who they are.
    agents.greet({ agent: 'Cursor, Codex', isResumed: true });
    expect(open.view().agents.map(({ name, colour }) => [name, colour])).toEqual([
      ['Cursor', 0],
      ['Codex', 1],
    ]);
    expect(agents.of(metaOf('c', 'Cursor')).agent.name).toBe('Cursor (2)');
  });

  it('are told what the others did, and refused what they have not seen', async () => {
    const [cursor, codex] = [agents.of(CURSOR), agents.of(CODEX)];
    await codex.reading((notebook) => notebook.readCells({}));
    await cursor.reading((notebook) => notebook.readCells({}));
    await cursor.notebook(CALL).replaceSource({ cellId: 'a', source: '2' });
    expect(await told(CODEX)).toEqual(['Cursor edited cell a.']);
    expect(await told(CODEX)).toEqual([]);
    expect(await told(CURSOR)).toEqual([]);
    await expect(codex.notebook(CALL).replaceSource({ cellId: 'a', source: '3' })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  it('go one by one, or all with the link or its bridge', () => {
    agents.of(CURSOR);
    agents.of(CODEX);
    agents.left('a');
    agents.left('nobody');
    expect(shown()).toEqual(['Codex']);
    agents.greet({ agent: 'Gemini', isResumed: false });
    expect(shown()).toEqual(['Gemini']);
    agents.of(CODEX);
    agents.leave();
    expect(shown()).toEqual([]);
  });

  it('are told of a page that was loaded anew, and newcomers of nothing', async () => {
    agents.of(CURSOR);
    agents.greet({ agent: 'Cursor, Codex', isResumed: true });
    expect(await told(CODEX)).toEqual([]);
    agents = new LinkAgents(open, 'another');
    agents.greet({ agent: 'Cursor', isResumed: true });
    expect(await told(CURSOR)).toEqual([expect.stringContaining('The page was reloaded')]);
    const newcomer = asCalledBy({ id: 'c', name: 'Gemini', isNew: true }, {})._meta;
    expect(await told(newcomer)).toEqual([]);
  });

  it('begin nothing more once the user has sent their bridge away', async () => {
    const cursor = agents.of(CURSOR);
    agents.refuse();
    expect(() => cursor.requireTransfers()).toThrow('The user has sent you away');
  });
});
