import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartLibrary } from '../../../../src/outputs/charts/chart.ts';
import { describeChart } from '../../../../src/outputs/charts/chart.ts';
import { chartInBundle } from '../../../../src/outputs/charts/chart-in-bundle.ts';
import { findChart } from '../../../../src/outputs/charts/find-chart.ts';
import { FUZZ_TIMEOUT_MS, fuzzed, nastyText } from '../../../support/fuzz.ts';
import { expectLinearTime } from '../../../support/linear-time.ts';
import charts from './charts.json';

const LIBRARIES: ChartLibrary[] = ['plotly', 'vega-lite', 'vega', 'bokeh'];
const plotly = (json: unknown) => describeChart({ library: 'plotly', json });
const vegaLite = (json: unknown) => describeChart({ library: 'vega-lite', json });

describe('charts that nobody would draw', () => {
  it('with thousands of traces tell the first, and all of them together', () => {
    const data = Array.from({ length: 5_000 }, (_, at) => ({
      type: at % 2 ? 'bar' : 'scatter',
      name: `t${at}`,
      y: [at, at + 1],
    }));
    const words = plotly({ data, layout: {} }) ?? '';
    expect(words).toMatch(/^Plotly chart, 5,000 traces \(2,500 scatter, 2,500 bar\): scatter “t0”: 2 points/);
    expect(words).toMatch(/“t5”: 2 points, y 5 to 6; … in all 10,000 points, y 0 to 5000$/);
  });

  it('with more points than are looked at say so', () => {
    const y = Array.from({ length: 300_000 }, (_, at) => at);
    expect(plotly({ data: [{ y }] })).toBe(
      'Plotly chart, 1 trace: scatter: 300,000 points (ranges of the first), y 0 to 199999',
    );
  });

  it.each<[string, unknown, string]>([
    ['numbers as texts', ['1', '-2.5'], 'y -2.5 to 1'],
    ['what is no number', [Number.NaN, Number.POSITIVE_INFINITY, null, 3], 'y 3'],
    [
      'lists in lists',
      [
        [1, 2],
        [3, [4]],
      ],
      'y 1 to 3',
    ],
    ['huge texts', ['x'.repeat(1_000_000)], `y ${'x'.repeat(28)}…`],
    ['objects', [{ a: 1 }, {}], ''],
    ['numbers as bytes', { dtype: 'i2', bdata: 'AQD//w==' }, 'y -1 to 1'],
    ['bytes of no known kind', { dtype: 'x9', bdata: 'AQD//w==' }, ''],
    ['bytes that are none', { dtype: 'f8', bdata: '****' }, ''],
    ['half a number', { dtype: 'f8', bdata: 'AAAA' }, ''],
    [
      'many different names',
      Array.from({ length: 500 }, (_, at) => `n${at}`),
      'y n0, n1, n2, n3, n4 … (100 or more different)',
    ],
  ])('hold %s', (_name, y, span) => {
    const words = plotly({ data: [{ y }] }) ?? '';
    expect(words).toMatch(/^Plotly chart, 1 trace: scatter: \d+ points?/);
    expect(words.split(', ').slice(2).join(', ')).toBe(span);
  });

  it('name their fields as objects name theirs', () => {
    const spec = JSON.parse(
      '{"mark":"bar","data":{"name":"__proto__"},"datasets":{"__proto__":[{"constructor":3}]},"encoding":{"x":{"field":"constructor"},"y":{"field":"toString"},"__proto__":{"field":"a"}}}',
    );
    expect(vegaLite(spec)).toBe('Vega-Lite chart: bar, x constructor (3), y toString, __proto__ a, 1 row');
  });

  it('are views in views without end', () => {
    let spec: unknown = { mark: 'bar' };
    for (let depth = 0; depth < 5_000; depth++) spec = { layer: [spec, spec], spec };
    expect((vegaLite(spec) ?? '').length).toBeLessThan(1_600);
  });

  it(
    'are told in some words, whatever is in them',
    () => {
      const value = fc.anything({ maxDepth: 4, key: fc.oneof(fc.constantFrom(...KEYS), fc.string()) });
      fc.assert(
        fc.property(fc.constantFrom(...LIBRARIES), value, (library, json) => {
          expect((describeChart({ library, json }) ?? '').length).toBeLessThan(1_600);
        }),
        fuzzed(500),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'are real ones with something else somewhere',
    () => {
      const real = Object.values(charts).map((bundle) => JSON.stringify(bundle));
      const part = fc.oneof(nastyText(), fc.constantFrom('null', '[]', '{}', '1e999', '"x"', '[[[]]]', '-1'));
      fc.assert(
        fc.property(fc.constantFrom(...real), fc.nat(), fc.nat(40), part, (json, at, cut, put) => {
          const place = at % json.length;
          const changed = json.slice(0, place) + put + json.slice(place + cut);
          let bundle: Record<string, unknown>;
          try {
            bundle = JSON.parse(changed);
          } catch {
            bundle = { 'text/html': changed };
          }
          expect((chartInBundle(bundle)?.words ?? '').length).toBeLessThan(1_600);
        }),
        fuzzed(500),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});

const KEYS =
  'data layout type x y z title text mark encoding field values name layer spec roots attributes id glyph marks'.split(
    ' ',
  );

describe('the time to find a chart grows with the length only', () => {
  it.each([
    ['calls', (size: number) => 'Plotly.newPlot("a", ['.repeat(size)],
    ['lists that never end', (size: number) => `Plotly.newPlot("a", ${'['.repeat(20 * size)}`],
    ['texts that never end', (size: number) => `vegaEmbed( })({"${'\\"'.repeat(10 * size)}`],
    ['marks of several libraries', (size: number) => 'vegaEmbed( spec = {Bokeh docs_json = {"'.repeat(size)],
    ['spaces', (size: number) => `Plotly.newPlot(${' '.repeat(20 * size)}`],
    ['data frames', (size: number) => '<table class="dataframe"'.repeat(size)],
  ])(
    '%s',
    (_name, make) => {
      expectLinearTime(make, 6_400, findChart);
    },
    60_000,
  );
});

describe('what only looks like a chart', () => {
  it.each([
    ['a call without data', 'Plotly.newPlot("a", traces, layout)'],
    ['data that is no JSON', 'Plotly.newPlot("a", [{x: 1}], {})'],
    ['data that never ends', 'Plotly.newPlot("a", [{"x": 1}, '],
    ['a specification that is elsewhere', 'vegaEmbed("#a", "https://example.org/spec.json")'],
    ['a library', 'Bokeh.set_log_level("info")'],
    ['nothing', ''],
  ])('is none: %s', (_name, source) => {
    expect(findChart(source)).toBeNull();
    expect(chartInBundle({ 'text/html': source })).toBeNull();
  });
});
