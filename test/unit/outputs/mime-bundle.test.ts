import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/outputs/parse-output.ts';
import { shapeAsLines as shapeOutputs } from '../../support/shape-as-lines.ts';
import { DOT_PNG, jpeg } from './pictures.ts';

/** What an agent sees of the forms of one thing; their order is part of it. */
async function shape(data: Record<string, unknown>, maxChars?: number) {
  const { outputs } = await shapeOutputs([{ output_type: 'display_data', data, metadata: {} }], { maxChars });
  const shaped = outputs[0]?.data;
  return Object.entries(typeof shaped === 'object' && shaped !== null ? shaped : {});
}

describe('HTML', () => {
  const table = '<table><tr><td>a</td><td>b</td></tr></table>';
  const size = '44 characters of HTML, shown in the notebook';

  it.each<[string, unknown]>([
    ['text', '   a  b'],
    ['lines', ['   a  b\n', '0  1  2']],
    ['a text of several lines in brackets', '<a\nb>'],
    ['a text that only begins like an object', '<0 is negative'],
    ['a text that only ends like an object', 'x -> y>'],
    ['a text in brackets that is longer than any name', `<${'x'.repeat(301)}>`],
  ])('is dropped for %s beside it', async (_name, plain) => {
    const [html, text] = await shape({ 'text/html': [table], 'text/plain': plain });
    expect(html).toEqual(['text/html', `[${size}]`]);
    expect(text?.[0]).toBe('text/plain');
  });

  it.each<[string, Record<string, unknown>]>([
    ['nothing is beside it', {}],
    ['only a name is beside it', { 'text/plain': '<pandas.io.formats.style.Styler at 0x7f>' }],
    ['only a name in lines is beside it', { 'text/plain': [' <IPython.core.', 'display.HTML object>\n'] }],
    ['a name of the greatest length is beside it', { 'text/plain': `<${'x'.repeat(300)}>` }],
    ['an empty text is beside it', { 'text/plain': ' \n' }],
    ['something else is beside it', { 'text/plain': 7 }],
  ])('is read when %s', async (_name, beside) => {
    expect((await shape({ 'text/html': table, ...beside }))[0]).toEqual([
      'text/html',
      [`[text of ${size}]\n`, 'a|b'],
    ]);
  });

  it('that has far more than can be shown says how far it was read', async () => {
    const shown = await shape({ 'text/html': `${'x'.repeat(1_000_000)}<p>never` }, 10);
    expect(shown).toEqual([
      [
        'text/html',
        [
          '[text of the first 1,000,003 of 1,000,008 characters of HTML, shown in the notebook]\n',
          '[… 1,000,000 characters left out …]',
        ],
      ],
    ]);
  });

  it('that says nothing is only named', async () => {
    expect(await shape({ 'text/html': '<script>run()</script>' })).toEqual([
      ['text/html', '[22 characters of HTML, shown in the notebook]'],
    ]);
  });
});

describe('what is displayed', () => {
  it('keeps small JSON and describes large JSON, code and files', async () => {
    expect(
      await shape({
        'application/json': { a: 1 },
        'application/vnd.plotly.v1+json': { data: 'x '.repeat(3_000), layout: 1 },
        'application/javascript': 'alert(1)',
        'text/javascript': ['a\n', 'b'],
        'application/pdf': 'JVBE'.repeat(500),
        'text/latex': ['$x$'],
      }),
    ).toEqual([
      ['application/json', { a: 1 }],
      ['application/vnd.plotly.v1+json', '[6,022 characters of JSON: top-level keys data, layout]'],
      ['application/javascript', '[8 characters of JavaScript, run in the notebook]'],
      ['text/javascript', '[3 characters of JavaScript, run in the notebook]'],
      ['application/pdf', '[2 kB of application/pdf, shown in the notebook]'],
      ['text/latex', ['$x$']],
    ]);
  });

  it('tells a chart once, in words, whatever forms it has', async () => {
    const figure = { data: [{ type: 'bar', y: [1, 2] }], layout: {} };
    const shown = await shape({
      'text/plain': `Figure({\n${'x'.repeat(100)}`,
      'text/html': '<div></div><script>Plotly.newPlot("a", [], {})</script>',
      'application/vnd.plotly.v1+json': figure,
    });
    expect(shown).toEqual([
      ['text/plain', 'Figure({ … [the chart of application/vnd.plotly.v1+json]'],
      ['text/html', '[the chart of application/vnd.plotly.v1+json]'],
      ['application/vnd.plotly.v1+json', '[Plotly chart, 1 trace: bar: 2 points, y 1 to 2]'],
    ]);
    expect(await shape({ 'text/plain': 'alt.Chart(...)', 'application/vnd.plotly.v1+json': figure })).toEqual(
      [
        ['text/plain', ['alt.Chart(...)']],
        ['application/vnd.plotly.v1+json', '[Plotly chart, 1 trace: bar: 2 points, y 1 to 2]'],
      ],
    );
  });

  it('keeps the picture of a chart', async () => {
    const figure = { data: [], layout: {} };
    expect(await shape({ 'image/png': DOT_PNG, 'application/vnd.plotly.v1+json': figure })).toEqual([
      ['image/png', '[picture 1, 1×1]'],
      ['application/vnd.plotly.v1+json', '[Plotly chart, 0 traces]'],
    ]);
  });

  it('says of widgets how to read them, and of scripts what they are for', async () => {
    const shown = await shape({
      'text/plain': 'IntSlider(value=3)',
      'application/vnd.jupyter.widget-view+json': { model_id: 'm' },
      'application/vnd.bokehjs_load.v0+json': 'x'.repeat(9_000),
      'application/vnd.bokehjs_exec.v0+json': '',
    });
    expect(shown).toEqual([
      ['text/plain', ['IntSlider(value=3)']],
      ['application/vnd.jupyter.widget-view+json', expect.stringMatching(/^\[a widget: .*view_output/)],
      ['application/vnd.bokehjs_load.v0+json', '[BokehJS, loaded in the notebook]'],
      ['application/vnd.bokehjs_exec.v0+json', '[a Bokeh chart, drawn in the notebook]'],
    ]);
  });

  it('describes JSON that finds no room', async () => {
    const value = { key: 'to read '.repeat(30) };
    expect(await shape({ 'application/json': value }, 250)).toEqual([['application/json', value]]);
    expect(await shape({ 'application/json': value }, 249)).toEqual([
      ['application/json', '[250 characters of JSON: top-level keys key]'],
    ]);
  });

  it('describes what is neither text nor JSON, unless it is small', async () => {
    expect(
      await shape({
        'application/x': { a: 1 },
        'application/y': [1],
        'text/plain': { key: 'x '.repeat(150) },
        'image/png': { key: 'x '.repeat(100) },
      }),
    ).toEqual([
      ['application/x', { a: 1 }],
      ['application/y', [1]],
      ['text/plain', '[310 characters of JSON: top-level keys key]'],
      ['image/png', { key: 'x '.repeat(100) }],
    ]);
  });

  it.each<[string, string, string, string | string[]]>([
    ['a file', 'application/zip', 'UEsD'.repeat(16), '[1 kB of application/zip, shown in the notebook]'],
    [
      'a file in lines',
      'application/zip',
      'UEsD\n'.repeat(16).trim(),
      '[1 kB of application/zip, shown in the notebook]',
    ],
    ['a word', 'application/x-name', 'UEsD'.repeat(15), ['UEsD'.repeat(15)]],
    ['a long text', 'application/x-tex', 'a formula '.repeat(16), ['a formula '.repeat(16)]],
    ['a long word that is declared as text', 'text/x-key', 'UEsD'.repeat(16), ['UEsD'.repeat(16)]],
  ])('tells files from texts: %s', async (_name, type, value, shown) => {
    expect(await shape({ [type]: value })).toEqual([[type, shown]]);
  });

  it('hides pictures that are written into texts, and escapes', async () => {
    const markdown = `![](data:image/png;base64,${'A'.repeat(4_000)}) \x1b[31mend\x1b[0m`;
    expect(await shape({ 'text/markdown': markdown })).toEqual([
      ['text/markdown', ['![](data:image/png;base64,[3 kB left out]) end']],
    ]);
  });

  it('looks at both ends of a text that is far too long', async () => {
    const text = `\x1b[31m${'a'.repeat(600_000)}${'z'.repeat(600_000)}\x1b[0m`;
    const { outputs } = await shapeOutputs([{ output_type: 'display_data', data: { 'text/plain': text } }], {
      maxChars: 2_000_000,
      maxBytes: 10_000_000,
    });
    expect(outputs[0]?.omitted).toEqual({ chars: 200_009, totalChars: 1_200_000 });
    const lines = Object.values(outputs[0]?.data ?? {})[0];
    const [start, note, end, ...more] = readText(lines)?.split('\n') ?? [];
    expect([start?.length, note, end?.length]).toEqual([
      499_995,
      '[… 200,009 characters left out …]',
      499_996,
    ]);
    expect(more).toEqual([]);
  });

  it('reads a value that finds no room twice, however often its place is tried', async () => {
    let reads = 0;
    const value = {
      get key() {
        reads++;
        return 'to read '.repeat(30);
      },
    };
    const heavy = { output_type: 'stream', text: '\u0001'.repeat(100_000) };
    const shown = { output_type: 'display_data', data: { 'application/json': value } };
    const { outputs } = await shapeOutputs([shown, heavy], { maxChars: 100_000, maxBytes: 3_000 });
    expect(outputs[0]?.data).toEqual({ 'application/json': '[250 characters of JSON: top-level keys key]' });
    expect(reads).toBe(2);
  });

  it('shows the form of a picture that most clients take, wherever it stands', async () => {
    const order = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml', 'image/bmp'];
    for (let best = 0; best < order.length; best++) {
      const types = order.slice(best).reverse();
      const shown = await shape(Object.fromEntries(types.map((type) => [type, DOT_PNG])));
      const same = types.slice(0, -1).map((type) => [type, `[the same picture as ${order[best]}]`]);
      expect(shown.slice(0, -1)).toEqual(same);
      expect(shown.at(-1)?.[0]).toBe(order[best]);
    }
  });

  it('shows a picture under the type that it has, between its texts', async () => {
    const held = { 'text/a': 'a', 'image/png': jpeg(30, 40), 'text/plain': 'b' };
    expect(await shape(held)).toEqual([
      ['text/a', ['a']],
      ['image/png', '[picture 1, 30×40]'],
      ['text/plain', ['b']],
    ]);
  });

  it('shows where a long SVG begins and ends', async () => {
    const svg = `<svg>${' '.repeat(5_000_000)}</svg>`;
    const { outputs } = await shapeOutputs([{ output_type: 'display_data', data: { 'image/svg+xml': svg } }]);
    expect(JSON.stringify(outputs)).toMatch(
      /"\[5,000,011 characters of SVG, drawn in the notebook\]\\n","<svg> +\\n.*4,992,011 characters left out.* +<\/svg>"/,
    );
  });

  it('shows the source of an SVG', async () => {
    expect(await shape({ 'image/svg+xml': ['<svg>\n', '</svg>'] })).toEqual([
      ['image/svg+xml', ['[12 characters of SVG, drawn in the notebook]\n', '<svg>\n', '</svg>']],
    ]);
  });
});

describe('more entries than anything has', () => {
  const many = (count: number, prefix: string, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, value]));

  it.each([
    ['texts', 'text/x-', 'a', ['a']],
    ['values', 'application/x-', 7, 7],
    ['JSON', 'application/json', 7, 7],
  ])('are left out and counted: %s', async (_name, prefix, value, shown) => {
    expect(await shape(many(20, prefix, value))).toEqual(Object.entries(many(20, prefix, shown)));
    expect(await shape(many(21, prefix, value))).toEqual([
      ...Object.entries(many(20, prefix, shown)),
      ['…', { entriesLeftOut: 1 }],
    ]);
  });

  it('are pictures only as far as they are shown', async () => {
    const shown = await shape({ ...many(100_000, 'image/x-', DOT_PNG), 'image/png': DOT_PNG });
    expect(shown).toHaveLength(21);
    expect(shown.slice(1, 20).every(([, value]) => value === '[the same picture as image/x-0]')).toBe(true);
    expect(shown[20]).toEqual(['…', { entriesLeftOut: 99_981 }]);
  });

  it('are left out of an output as well', async () => {
    const { outputs } = await shapeOutputs([{ output_type: 'stream', ...many(50_000, 'k', 7) }]);
    expect(outputs).toEqual([
      { output_type: 'stream', ...many(19, 'k', 7), '…': { entriesLeftOut: 49_981 } },
    ]);
  });

  it('include those that cannot be named', async () => {
    const [longest, tooLong] = [200, 201].map((length) => 'text/'.padEnd(length, 'x'));
    expect(await shape({ [String(longest)]: 'a', [String(tooLong)]: 'b' })).toEqual([
      [longest, ['a']],
      ['…', { entriesLeftOut: 1 }],
    ]);
    expect(await shape(JSON.parse('{"__proto__": "a", "text/plain": "b"}'))).toEqual([
      ['text/plain', ['b']],
      ['…', { entriesLeftOut: 1 }],
    ]);
  });
});
