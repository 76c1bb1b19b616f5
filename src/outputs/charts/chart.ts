import { describeBokeh } from './describe-bokeh.ts';
import { describePlotly } from './describe-plotly.ts';
import { describeVega, describeVegaLite } from './describe-vega.ts';

export type ChartLibrary = 'plotly' | 'vega-lite' | 'vega' | 'bokeh';

/** A chart as its library writes it down. */
export interface Chart {
  library: ChartLibrary;
  json: unknown;
}

/** A few sentences: whoever needs more looks at the picture, or at the data. */
const LONGEST = 1_500;

const DESCRIBE: Record<ChartLibrary, (json: unknown) => string | null> = {
  plotly: describePlotly,
  'vega-lite': describeVegaLite,
  vega: describeVega,
  bokeh: describeBokeh,
};

/** What a chart shows, in words that a model can use; null when it is none that can be read. Never throws. */
export function describeChart({ library, json }: Chart): string | null {
  try {
    const words = DESCRIBE[library](json);
    return words === null || words.length <= LONGEST ? words : `${words.slice(0, LONGEST)} …`;
  } catch {
    return null;
  }
}
