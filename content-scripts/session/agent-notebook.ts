import type { Agent } from '../../src/agents/agent.ts';
import type { AgentMemory } from '../../src/agents/agent-memory.ts';
import type { ChangeLog, Place } from '../../src/journal/change-log.ts';
import type { Notices } from '../../src/journal/notices.ts';
import { fromLines, withPlainLineEnds } from '../../src/notebook/cell.ts';
import { conflict } from '../../src/notebook/conflict.ts';
import type { Notebook, ReplacedSource, SourceChange } from '../../src/notebook/notebook.ts';
import { cellRevision } from '../../src/notebook/revision.ts';
import type { Places } from './places.ts';

export interface AgentDesk {
  agent: () => Agent;
  memory: AgentMemory;
  notices: Notices;
  changes: ChangeLog;
  places: Places;
  /** Where every edit is to be proposed: proposes it, and settles when the user has decided. Null: edits are made. */
  propose: () => ((change: SourceChange) => Promise<ReplacedSource>) | null;
}

/**
 * The notebook as one agent uses it. What it changes is checked against what it has seen, written down for undo, and
 * told to the others.
 */
export function agentNotebook(base: Notebook, desk: AgentDesk): Notebook {
  const { memory, notices, changes, places } = desk;

  /** The revision that the cell must be at. An agent that may have an older text in mind has to look first. */
  const expected = async (cellId: string, given: string | undefined): Promise<string | undefined> => {
    if (given !== undefined || !memory.mayBeMistaken(cellId)) return given ?? memory.revisionOf(cellId);
    const { cells } = await base.readCells({ cellIds: [cellId] });
    const cell = cells[0];
    if (!cell) return undefined;
    const shown = { text: fromLines(cell.source), revision: cell.revision };
    throw conflict(`The page was reloaded since you read the cell "${cellId}".`, shown);
  };
  const withRevision = async <Target extends { cellId: string; expectedRevision?: string }>(
    target: Target,
  ): Promise<Target> => {
    const expectedRevision = await expected(target.cellId, target.expectedRevision);
    return expectedRevision === undefined ? target : { ...target, expectedRevision };
  };
  /** Which cell stands before this index. */
  const placeAt = async (index: number, seenAt: number): Promise<Place> => {
    if (index === 0) return { behind: null, index };
    const { cells } = await base.readCells({ start: seenAt, end: seenAt });
    return { behind: cells[0]?.id ?? null, index };
  };

  return {
    ...base,
    async readCells(query) {
      const page = await base.readCells(query);
      places.saw(page.cells);
      return page;
    },
    async insertCell(cell) {
      const added = await base.insertCell(cell);
      const after = withPlainLineEnds(cell.source);
      const revision = cellRevision(cell.kind, after);
      places.inserted(added.cellId, added.index);
      memory.saw(added.cellId, revision);
      changes.add(desk.agent(), added.cellId, { kind: 'added', after, revision });
      notices.cell(desk.agent(), 'added', added.cellId);
      return added;
    },
    async replaceSource(change) {
      const checked = await withRevision(change);
      const propose = desk.propose();
      const done = await (propose ?? base.replaceSource)(checked);
      memory.saw(change.cellId, done.revision);
      // What the user has accepted is written down where it is decided.
      const after = withPlainLineEnds(change.source);
      if (!propose && done.before !== after) {
        const { revision, before } = done;
        changes.add(desk.agent(), change.cellId, { kind: 'edited', before, after, revision });
        notices.cell(desk.agent(), 'edited', change.cellId);
      }
      return done;
    },
    async deleteCell(target) {
      const deleted = await base.deleteCell(await withRevision(target));
      places.deleted(target.cellId, deleted.index);
      const { index, kind: cellKind, source: before, hadOutputs } = deleted;
      const place = await placeAt(index, index - 1);
      changes.add(desk.agent(), target.cellId, { kind: 'deleted', cellKind, before, hadOutputs, place });
      notices.cell(desk.agent(), 'deleted', target.cellId);
      return deleted;
    },
    async moveCell(target) {
      const moved = await base.moveCell(await withRevision(target));
      if (moved.before === moved.index) return moved;
      places.deleted(target.cellId, moved.before);
      places.inserted(target.cellId, moved.index);
      // The cell that stood before it has moved too, if this one came from behind it.
      const seenAt = moved.index < moved.before ? moved.before : moved.before - 1;
      const from = await placeAt(moved.before, seenAt);
      changes.add(desk.agent(), target.cellId, { kind: 'moved', from, to: moved.index });
      notices.cell(desk.agent(), 'moved', target.cellId);
      return moved;
    },
    async clearOutputs(target) {
      const result = await base.clearOutputs(target);
      for (const cellId of result.cleared) notices.cell(desk.agent(), 'cleared', cellId);
      return result;
    },
  };
}
