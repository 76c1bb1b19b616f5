import type { Kernel } from '../notebook/kernel.ts';
import { bytesToBase64 } from '../outputs/base64.ts';
import { inWords } from '../outputs/bound-text.ts';
import type { Chart } from '../outputs/charts/chart.ts';
import { isRecord } from '../wire/json.ts';
import { callPython } from './call-python.ts';
import source from './draw_chart.py?raw';

/** A chart goes to the kernel as code does, and code has an end. */
const MOST_JSON_BYTES = 600_000;

/** A picture, or why there is none and what to do about it. */
export type Drawing = { png: string } | { reason: string; next: string };

const INSTALL: Record<string, string> = {
  plotly: '%pip install -q kaleido',
  'vega-lite': '%pip install -q vl-convert-python',
  vega: '%pip install -q vl-convert-python',
};

/** Has the kernel draw a chart, with what is installed there. */
export async function drawChart(kernel: Pick<Kernel, 'execute'>, { library, json }: Chart): Promise<Drawing> {
  const install = INSTALL[library];
  if (install === undefined)
    return {
      reason: `${library} has nothing that draws without a browser.`,
      next: 'Go by the words, or draw the same data with matplotlib.',
    };
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  if (bytes.length > MOST_JSON_BYTES)
    return {
      reason: `The chart has ${inWords(bytes.length)} bytes of JSON; up to ${inWords(MOST_JSON_BYTES)} can be drawn.`,
      next: 'Go by the words, or write the picture with code of your own and display that.',
    };
  const args = { library, chart: bytesToBase64(bytes) };
  const answer = await callPython(kernel, { name: 'view_output', source }, args);
  const { png, missing, reason } = isRecord(answer) ? answer : {};
  if (typeof png === 'string') return { png };
  if (Array.isArray(missing))
    return {
      reason: `The runtime has no ${missing.map(String).join(' and no ')}.`,
      next: `Run \`${install}\` there, then call again; or go by the words.`,
    };
  return {
    reason: String(reason ?? 'The kernel gave no picture.'),
    next: `Go by the words, or try \`${install}\` first.`,
  };
}
