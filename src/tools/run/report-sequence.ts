import { WAITING_FOR_INPUT } from '../../notebook/run-update.ts';
import type { CellReport, Sequence } from '../../runs/sequence.ts';
import type { CallContext, RuntimeContext } from '../tool.ts';
import { HEARTBEAT_MS, keepReporting } from './progress-heartbeat.ts';
import type { SequenceOutputs } from './sequence-outputs.ts';
import { sequenceOutputs } from './sequence-outputs.ts';

/** What every tool says of a sequence of runs: how it stands, and how each of its cells went so far. */
export async function reportSequence(sequence: Sequence, context: RuntimeContext) {
  const { id, status, reports, totals, total, state, reason, input } = sequence;
  // While it goes on, whoever follows it would get the same outputs again and again.
  const withOutputs = sequence.tellsOutputs && status !== 'running';
  const shown = withOutputs ? await sequenceOutputs(reports, context) : NO_OUTPUTS;
  const told = worthTelling(sequence, shown.outputs);
  const data = {
    runId: id,
    status,
    cells: rowsOf(told, shown),
    ...(told.length < reports.length ? { cellsLeftOut: reports.length - told.length } : {}),
    totals,
    ...(reason === null ? {} : { reason }),
    ...(status === 'running' ? { state, remaining: total - reports.length } : {}),
    ...(input ? { state: WAITING_FOR_INPUT, prompt: input.prompt } : {}),
  };
  return { data, images: shown.images };
}

const NO_OUTPUTS: SequenceOutputs = { outputs: new Map(), images: [], cut: new Set() };

/** So few are all told of; of more, only those of which there is something to tell. */
const FEW_CELLS = 20;

/** Whoever fails often fails for one reason. */
const MOST_TRACEBACKS = 4;

function worthTelling({ reports, total, tellsAll }: Sequence, outputs: SequenceOutputs['outputs']) {
  if (tellsAll || total <= FEW_CELLS) return reports;
  const firstSkipped = reports.find(({ status }) => status === 'skipped');
  return reports.filter((report) => {
    const { status, retries, forced } = report;
    const wentWell = status === 'ok' || status === 'text';
    if (outputs.has(report.cellId)) return true;
    return report === firstSkipped || retries > 0 || forced || !(wentWell || status === 'skipped');
  });
}

function rowsOf(reports: readonly CellReport[], { outputs, cut }: SequenceOutputs) {
  let tracebacks = 0;
  return reports.map(({ traceback, runId, ...row }) => {
    const shown = outputs.get(row.cellId);
    // Of a cell that passed there is nothing to follow; what it shows is read by its id.
    const isOver = row.status === 'ok' && !cut.has(row.cellId);
    return {
      ...row,
      ...(runId === undefined || isOver ? {} : { runId }),
      ...(traceback !== undefined && tracebacks++ < MOST_TRACEBACKS ? { traceback } : {}),
      ...(shown ? { outputs: shown } : {}),
    };
  });
}

/** Waits for the end, until time is up or somebody has to type, and tells meanwhile what it does. */
export async function waitForSequence(
  sequence: Sequence,
  timeoutMs: number,
  { signal, progress }: CallContext,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const { tell, stop } = keepReporting(progress);
  let told = '';
  try {
    const goesOn = (): boolean => sequence.status === 'running' && sequence.input === null;
    while (goesOn() && !signal.aborted && performance.now() < deadline) {
      if (sequence.state !== told) tell(sequence.state);
      told = sequence.state;
      await sequence.change(Math.min(HEARTBEAT_MS, deadline - performance.now()), signal);
    }
  } finally {
    stop();
  }
}
