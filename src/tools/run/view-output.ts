import { clock, type Timer } from '../../clock/clock.ts';
import { drawChart } from '../../kernel/draw-chart.ts';
import { readWidget } from '../../kernel/read-widget.ts';
import type { Output } from '../../notebook/cell.ts';
import { Failure } from '../../notebook/failure.ts';
import type { Notebook } from '../../notebook/notebook.ts';
import { chartInBundle } from '../../outputs/charts/chart-in-bundle.ts';
import { shapeOutputs } from '../../outputs/shape-outputs.ts';
import { isRecord } from '../../wire/json.ts';
import { cellId } from '../arguments.ts';
import type { RuntimeContext, ToolResult } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

/** Below the minute after which most clients give up. */
const MOST_WAIT_MS = 50_000;

const WIDGET = 'application/vnd.jupyter.widget-view+json';

const input = z.strictObject({
  cellId: cellId.optional(),
  runId: z.string().optional().describe('Instead of a cell; default: the newest run.'),
  outputIndex: z.int().min(0).optional().describe('From 0; default: the last picture, chart or widget.'),
});

/** Cells can be named where there is a notebook. */
type ViewContext = RuntimeContext & { notebook?: Pick<Notebook, 'readCells'> };

export const viewOutput = defineTool<typeof input, ViewContext>({
  name: 'view_output',
  title: 'Look at an output',
  group: 'run',
  // What the kernel runs for it is ours alone, and changes nothing there.
  effect: 'reads',
  description:
    "The picture of an output: its own, or a Plotly or Altair chart drawn by the runtime (kaleido, vl-convert), with the chart in words. A widget's current value.",
  input,
  output: z.object({ outputIndex: z.int(), summary: z.string().optional() }),
  async run({ cellId, runId, outputIndex }, context) {
    if (cellId !== undefined && runId !== undefined)
      throw new Failure('invalid_input', 'Give cellId or runId, not both.', 'Nothing was done.');
    const outputs = await outputsOf({ cellId, runId }, context);
    const index = outputIndex ?? outputs.findLastIndex((output) => isWorthALook(bundleOf(output)));
    const output = outputs[index];
    if (!output) throw nothingThere(outputs, outputIndex);
    return { ...(await view(output, index, context)) };
  },
});

async function outputsOf(
  { cellId, runId }: { cellId: string | undefined; runId: string | undefined },
  { notebook, runs }: ViewContext,
): Promise<readonly Output[]> {
  if (cellId === undefined) return runs.find(runId).log.all();
  if (notebook)
    return (await notebook.readCells({ cellIds: [cellId], includeOutputs: true })).cells[0]?.outputs ?? [];
  throw new Failure('unsupported', 'There is no notebook here, only a kernel.', 'Give the runId instead.');
}

const bundleOf = ({ data }: Output): Record<string, unknown> => (isRecord(data) ? data : {});

const hasPicture = (bundle: Record<string, unknown>): boolean =>
  Object.keys(bundle).some((type) => type.startsWith('image/') && type !== 'image/svg+xml');

const isWorthALook = (bundle: Record<string, unknown>): boolean =>
  hasPicture(bundle) || Object.hasOwn(bundle, WIDGET) || chartInBundle(bundle) !== null;

function nothingThere(outputs: readonly Output[], index: number | undefined): Failure {
  const next = 'Read the outputs with get_cells or get_run.';
  if (outputs.length === 0) return new Failure('not_found', 'There are no outputs.', 'Run the cell first.');
  return index === undefined
    ? new Failure('not_found', 'None of the outputs is a picture, a chart or a widget.', next)
    : new Failure('not_found', `There is no output ${index}: the last is ${outputs.length - 1}.`, next);
}

async function view(output: Output, outputIndex: number, context: ViewContext): Promise<ToolResult> {
  const bundle = bundleOf(output);
  const chart = chartInBundle(bundle);
  const summary = chart ? { summary: chart.words } : {};
  if (hasPicture(bundle)) {
    const own = Object.entries(bundle).filter(([type]) => type.startsWith('image/'));
    return pictureOf(Object.fromEntries(own), { outputIndex, ...summary }, context);
  }
  if (chart) {
    const drawing = await inTime(drawChart(context.kernel, chart), context.signal);
    if ('png' in drawing)
      return pictureOf({ 'image/png': drawing.png }, { outputIndex, ...summary }, context);
    throw new Failure(
      'unsupported',
      `There is no picture: ${drawing.reason} In words: ${chart.words}.`,
      drawing.next,
    );
  }
  const model = isRecord(bundle[WIDGET]) ? bundle[WIDGET].model_id : undefined;
  if (typeof model === 'string') return widgetOf(model, outputIndex, context);
  throw new Failure(
    'unsupported',
    `Output ${outputIndex} is no picture, chart or widget.`,
    'Read it with get_cells or get_run.',
  );
}

/** Checked and bounded like every picture of an output. */
async function pictureOf(
  data: Record<string, unknown>,
  told: Record<string, unknown>,
  { scalePicture }: ViewContext,
): Promise<ToolResult> {
  const { outputs, images } = await shapeOutputs([{ output_type: 'display_data', data }], { scalePicture });
  if (images.length > 0) return { data: told, images };
  const words = Object.values(bundleOf(outputs[0] ?? { output_type: '' })).map(String);
  throw new Failure(
    'unsupported',
    `There is no picture to send: ${words.join(' ')}`,
    'Make it smaller, and run again.',
  );
}

async function widgetOf(model: string, outputIndex: number, context: ViewContext): Promise<ToolResult> {
  const words = await inTime(readWidget(context.kernel, model), context.signal);
  if (words !== null) return { data: { outputIndex, summary: words } };
  throw new Failure(
    'unsupported',
    'The kernel does not know this widget any more, so its value cannot be read.',
    'Run its cell again, and print what has to be read.',
  );
}

/** A kernel that is at work answers when it has done, which may be much later. */
async function inTime<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    const give = (): void =>
      reject(
        new Failure(
          'timeout',
          'The kernel is at work, or takes too long to draw; there is no picture.',
          'Call again when nothing runs.',
        ),
      );
    timer = clock.after(MOST_WAIT_MS, give);
    signal.addEventListener('abort', give, { once: true });
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clock.clear(timer);
  }
}
