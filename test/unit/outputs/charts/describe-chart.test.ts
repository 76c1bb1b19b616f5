import { describe, expect, it } from 'vitest';
import { chartInBundle } from '../../../../src/outputs/charts/chart-in-bundle.ts';
// As Plotly 7.1, Altair 6.3, vl-convert 1.9 and Bokeh 3.9 display them.
import charts from './charts.json';

const SALES =
  'Plotly chart “Sales 2024”, 2 traces: scatter (lines+markers) “north”: 4 points, x 1 to 4, y -1 to 8; bar “south”: 3 points, x a, b, c, y 1 to 3; y axis “k€” (log, shown 10^0 to 10^2), x axis “month”';
const CARS =
  'Vega-Lite chart “Cars”: point, x “Horsepower” hp (quantitative, 130 to 165), y mpg (quantitative, 15 to 18), color origin (nominal, USA, Japan, Europe), 4 rows';
const LINES =
  'Bokeh chart “Lines”: Line: 3 points, x 1 to 3, y 4 to 6.5, Scatter: 4 points; axes “value”, “time”';

describe('a chart of a real library, in words', () => {
  it.each<[keyof typeof charts, string]>([
    ['plotly-graph-objects', SALES],
    ['plotly-html', SALES],
    [
      'plotly-express-line',
      'Plotly chart “Prices”, 2 traces: scatter (lines) “x”: 20 points, x 2024-01-01 to 2024-02-08, y 0.01 to 95.79; scatter (lines) “y”: 20 points, x 2024-01-02 to 2024-02-09, y 3.91 to 96.83; x axis “day”, y axis “price”; legend “kind”',
    ],
    ['plotly-heatmap', 'Plotly chart, 1 trace: heatmap “0”: 12 points, z 0 to 11; y axis (reversed)'],
    ['plotly-pie', 'Plotly chart “Share”, 1 trace: pie: 3 points, labels a, b, c, values 1 to 3'],
    ['plotly-histogram', 'Plotly chart, 1 trace: histogram “h”: 30 points, x -1.143 to 2.1'],
    [
      'plotly-3d',
      'Plotly chart, 1 trace: scatter3d (markers): 2 points, x 1 to 2, y 3 to 4, z 5 to 6; x axis “x”, y axis “y”, z axis “z”',
    ],
    [
      'plotly-facets',
      'Plotly chart, 4 traces: scatter (markers) “a”: 1 point, x 1, y 2; scatter (markers) “a”: 1 point, x 3, y 4; scatter (markers) “b”: 1 point, x 2, y 3; scatter (markers) “b”: 1 point, x 4, y 5; x axis “w”, y axis “h”, x2 axis “w”; legend “s”; annotations “f=p”, “f=q”',
    ],
    ['altair-points', CARS],
    ['altair-html', CARS],
    ['altair-mimetype', CARS],
    [
      'altair-layers',
      'Vega-Lite chart, 2 layers: (1) line, x when (temporal, 1970-01-01 to 1970-01-04), y mean of mpg (quantitative), 4 rows; (2) rule, y always 16, 4 rows',
    ],
    [
      'altair-concat',
      `Vega-Lite chart, 2 views side by side: (1) ${CARS.slice('Vega-Lite chart '.length)}; (2) bar, x mpg (quantitative, binned, 15 to 18), y count (quantitative), 4 rows`,
    ],
    [
      'altair-facet',
      'Vega-Lite chart, one view for each origin (nominal, USA, Japan, Europe): bar, x origin (nominal, USA, Japan, Europe), y count (quantitative), 4 rows',
    ],
    [
      'vega-points',
      'Vega chart “Cars”: symbol; data data-b68f6aa5a1e6671a022887f… (4 rows); bottom axis “Horsepower”, left axis “mpg”',
    ],
    ['bokeh-notebook', LINES],
    ['bokeh-html', LINES],
    ['bokeh-bars', 'Bokeh chart “Bars”: VBar: 3 points, x a, b, c, top 1 to 3'],
  ])('%s', (name, words) => {
    expect(chartInBundle(charts[name])?.words).toBe(words);
  });
});
