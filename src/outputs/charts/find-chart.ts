import { isRecord } from '../../wire/json.ts';
import type { Chart } from './chart.ts';
import { scanJson } from './scan-json.ts';

/** The chart that a piece of HTML or JavaScript draws, from the JSON in it; null when there is none to be found. */
export function findChart(source: string): Chart | null {
  return findPlotly(source) ?? findVega(source) ?? findBokeh(source);
}

/** `Plotly.newPlot("id", [traces], {layout}, …)`. The last one: the library itself, in front of it, may name it too. */
function findPlotly(source: string): Chart | null {
  for (const call of ['Plotly.newPlot(', 'Plotly.react(']) {
    const found = source.lastIndexOf(call);
    if (found < 0) continue;
    const data = scanJson(source, argumentAt(source, found + call.length));
    if (!data || !Array.isArray(data.value)) continue;
    const layout = scanJson(source, skip(source, data.end, BETWEEN));
    return { library: 'plotly', json: { data: data.value, layout: layout?.value ?? {} } };
  }
  return null;
}

const BETWEEN = /[\s,]{1,200}/y;
const FIRST_ARGUMENT = /\s{0,200}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w.$]{1,80})[\s,]{1,200}/y;

const argumentAt = (source: string, at: number): number => skip(source, at, FIRST_ARGUMENT);

function skip(source: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

/** Altair calls a function with the specification at its end, or names it before. */
function findVega(source: string): Chart | null {
  if (!source.includes('vegaEmbed(')) return null;
  const places = ['})(', 'spec = '].map((mark) => [mark, source.lastIndexOf(mark)] as const);
  for (const [mark, found] of places) {
    const spec = found < 0 ? null : scanJson(source, found + mark.length)?.value;
    if (!isRecord(spec)) continue;
    const schema = typeof spec.$schema === 'string' ? spec.$schema.slice(0, 200) : '';
    return { library: schema.includes('/vega/') ? 'vega' : 'vega-lite', json: spec };
  }
  return null;
}

/** Documents as a constant of the script, or as JSON in a script of their own. */
function findBokeh(source: string): Chart | null {
  if (!source.includes('Bokeh')) return null;
  for (const [mark, before] of DOCUMENTS) {
    const found = source.indexOf(mark);
    const documents = found < 0 ? null : scanJson(source, skip(source, found + mark.length, before))?.value;
    if (documents) return { library: 'bokeh', json: documents };
  }
  return null;
}

const DOCUMENTS: ReadonlyArray<[mark: string, before: RegExp]> = [
  ['docs_json = ', /'/y],
  ['<script type="application/json"', /[^<>{]{0,200}>\s{0,200}/y],
];
