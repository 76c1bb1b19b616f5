import { z } from '../tool.ts';

/** An output as nbformat has it, shaped. */
export const shownOutput = z.object({ output_type: z.string() });

const standing = {
  runId: z.string(),
  /** Why it ended so, or did not begin. */
  reason: z.string().optional(),
  /** While it goes on: what it does, or whom it waits for. */
  state: z.string().optional(),
  prompt: z.string().optional(),
};

/** What `reportRun` says. */
export const runResult = z.object({
  ...standing,
  cellId: z.string().optional(),
  status: z.enum(['ok', 'error', 'running', 'interrupted', 'lost', 'not_started']),
  executionCount: z.int().nullable(),
  durationMs: z.number(),
  startedBy: z.string(),
  outputs: z.array(shownOutput),
  cursor: z.string(),
  /** There is more to read with this cursor. */
  more: z.boolean().optional(),
});

/** A run beside something else that was done: it may not even have begun. */
export const runBeside = runResult.partial().required({ status: true });

const sequenceRow = z.object({
  cellId: z.string(),
  index: z.int(),
  status: z.string(),
  error: z.string().optional(),
  outputs: z.array(shownOutput).optional(),
});

/** What `reportSequence` says. */
export const sequenceResult = z.object({
  ...standing,
  status: z.string(),
  cells: z.array(sequenceRow),
  /** Of which there is nothing to tell. */
  cellsLeftOut: z.int().optional(),
  totals: z.object({ passed: z.int(), failed: z.int(), skipped: z.int() }),
  remaining: z.int().optional(),
});

/** The same of cells that were just added: their places are told beside it. */
export const addedRunsResult = sequenceResult.partial({ runId: true, totals: true }).extend({
  cells: z.array(sequenceRow.omit({ index: true })),
});

/** One of the two, by the id that was asked for. */
export const followedResult = z.object({
  ...runResult.partial().shape,
  ...sequenceResult.partial().shape,
  runId: z.string(),
  status: z.string(),
});
