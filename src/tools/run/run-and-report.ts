import { shapeOutputs } from '../../outputs/shape-outputs.ts';
import type { ToolContext, ToolResult } from '../tool.ts';

/** Clients give up on a silent call after a minute; a sign of life resets their clocks. */
const SIGN_OF_LIFE_MS = 10_000;

/** Runs a cell to its end and reports it the same way for every tool that runs cells. */
export async function runAndReport(cellId: string, context: ToolContext): Promise<ToolResult> {
  const { notebook, signal, progress } = context;
  const started = Date.now();
  let state = 'starting';
  const beat = setInterval(
    () => progress(`${state}, ${Math.round((Date.now() - started) / 1000)} s`),
    SIGN_OF_LIFE_MS,
  );
  try {
    const run = await notebook.runCell(
      { cellId },
      {
        signal,
        onProgress: (message) => {
          state = message;
          progress(message);
        },
      },
    );
    const { outputs, images } = shapeOutputs(run.outputs);
    return { data: { ...run, outputs }, images };
  } finally {
    clearInterval(beat);
  }
}
