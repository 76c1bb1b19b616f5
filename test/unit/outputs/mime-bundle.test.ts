import { describe, expect, it } from 'vitest';
import { shapeOutputs } from '../../../src/outputs/shape-outputs.ts';
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
      [`[text of ${size}]\n`, 'a | b'],
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
      ['image/png', '[picture 1 of this result, 30×40]'],
      ['text/plain', ['b']],
    ]);
  });

  it('shows the source of an SVG that cannot be drawn', async () => {
    expect(await shape({ 'image/svg+xml': ['<svg>\n', '</svg>'] })).toEqual([
      ['image/svg+xml', ['<svg>\n', '</svg>']],
    ]);
  });
});
