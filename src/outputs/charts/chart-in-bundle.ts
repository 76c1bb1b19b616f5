import { isRecord } from '../../wire/json.ts';
import type { Chart, ChartLibrary } from './chart.ts';
import { describeChart } from './chart.ts';
import { findChart } from './find-chart.ts';

/** `+json` as it is registered; Altair writes `.json`. */
const TYPES: ReadonlyArray<[RegExp, ChartLibrary]> = [
  [/^application\/vnd\.plotly\.v\d{1,3}\+json$/, 'plotly'],
  [/^application\/vnd\.vegalite\.v\d{1,3}(?:\.\d{1,3}){0,2}[+.]json$/, 'vega-lite'],
  [/^application\/vnd\.vega\.v\d{1,3}(?:\.\d{1,3}){0,2}[+.]json$/, 'vega'],
];

/** Charts are drawn by scripts, whose libraries may be in the output as well. */
const LONGEST_SOURCE = 20_000_000;

export interface FoundChart extends Chart {
  /** The entry of the bundle that it was found in. */
  type: string;
  words: string;
}

/** The chart that is displayed, in whichever of its forms it can be read; null when it is none. */
export function chartInBundle(bundle: Record<string, unknown>): FoundChart | null {
  for (const [type, value] of Object.entries(bundle).slice(0, 100)) {
    const library = TYPES.find(([pattern]) => pattern.test(type))?.[1];
    const found = library ? told({ library, json: parsed(value) }, type) : null;
    if (found) return found;
  }
  for (const type of ['text/html', 'application/javascript']) {
    const source = sourceOf(Object.hasOwn(bundle, type) ? bundle[type] : null);
    const chart = source.length > LONGEST_SOURCE ? null : findChart(source);
    const found = chart && told(chart, type);
    if (found) return found;
  }
  return null;
}

function told(chart: Chart, type: string): FoundChart | null {
  const words = describeChart(chart);
  return words === null ? null : { ...chart, type, words };
}

/** Some frontends keep JSON as its text. */
function parsed(value: unknown): unknown {
  if (isRecord(value)) return value;
  const source = sourceOf(value);
  if (source === '' || source.length > LONGEST_SOURCE) return value;
  try {
    return JSON.parse(source);
  } catch {
    return value;
  }
}

const sourceOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
};
