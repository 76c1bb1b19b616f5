import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../../src/outputs/html-to-text.ts';
import { tableText } from '../../../src/outputs/table-text.ts';
import { isRecord } from '../../../src/wire/json.ts';
import { shapeAsLines as shapeOutputs } from '../../support/shape-as-lines.ts';
// As pandas 3.1 displays them.
import tables from './tables.json';

async function shape(data: Record<string, unknown>, maxChars = 20_000) {
  const { outputs } = await shapeOutputs([{ output_type: 'execute_result', data }], { maxChars });
  const shown = outputs[0]?.data;
  const { 'text/plain': plain, 'text/html': html } = isRecord(shown) ? shown : {};
  const text = Array.isArray(plain) ? plain.join('') : String(plain);
  return { text, lines: text.split('\n'), html, omitted: outputs[0]?.omitted };
}

const frame = (rows: number) =>
  `<table border="1" class="dataframe"><tbody>${Array.from({ length: rows }, (_, at) => `<tr><th>${at}</th><td>x</td></tr>`).join('')}</tbody></table>`;

describe('a data frame', () => {
  it('comes with all its columns, and is shorter than its plain text without some of them', async () => {
    const { text, lines, html } = await shape(tables.plain);
    expect(tables.plain['text/plain']).toContain('...');
    expect(text.length).toBeLessThan(tables.plain['text/plain'].length);
    expect(lines).toHaveLength(21);
    expect(lines[0]).toBe('|column a|column b|column c|column d|column e|column f|column g|column h');
    expect(lines[20]).toBe('19|-0.7448|-0.8264|some text 19|-0.6635|1.1266|-1.0799|-1.1475|-0.4378');
    expect(html).toBe('[5,006 characters of HTML, shown in the notebook]');
  });

  it('keeps its columns where cells span rows or columns', async () => {
    expect((await shape(tables.multi)).lines.slice(0, 5)).toEqual([
      '||column a|column c',
      'grp|n||',
      'p|0|1.7641|some text 0',
      '|1|-0.1032|some text 1',
      'q|2|1.4941|some text 2',
    ]);
    expect((await shape(tables.pivot)).lines.slice(0, 2)).toEqual(['|column a||column b|', 'm|x|y|x|y']);
  });

  it('says how many rows there are where pandas has left some out', async () => {
    expect((await shape(tables.long)).lines.at(-1)).toBe('1000 rows × 2 columns');
  });

  it('of many rows has its first and its last, and the count of the others', async () => {
    const whole = await shape({ 'text/html': frame(80), 'text/plain': 'a frame' });
    expect([whole.lines.length, whole.omitted]).toEqual([80, undefined]);
    const { lines, omitted } = await shape({ 'text/html': frame(1_000), 'text/plain': 'a frame' });
    expect(lines.slice(58, 63)).toEqual(['58|x', '59|x', '[… 920 rows left out …]', '980|x', '981|x']);
    expect(lines).toHaveLength(81);
    expect(omitted).toMatchObject({ chars: expect.any(Number), totalChars: expect.any(Number) });
  });

  it.each([
    ['another table', '<table><tr><td>1</td></tr></table>'],
    ['no table', '<p class="dataframe">1</p>'],
    ['a table that never ends', '<table class="dataframe"><tr><td>1'],
    ['an empty one', '<table class="dataframe"></table>'],
    ['one that is endless', `<table class="dataframe">${' '.repeat(2_000_000)}</table>`],
  ])('is none: %s', (_name, html) => {
    expect(tableText(html)).toBeNull();
  });
});

describe('cells that span more than anything has', () => {
  it.each([
    ['columns', `<table><tr>${'<td colspan=9999>a'.repeat(20_000)}`],
    ['rows', `<table><tr>${'<td rowspan=9999>a'.repeat(100)}${'<tr><td>b'.repeat(50_000)}`],
  ])('are not made up: %s', (_name, html) => {
    expect(htmlToText(html).text.length).toBeLessThan(html.length);
  });

  it('end with their table', () => {
    expect(htmlToText('<table><tr><td rowspan=9>a</table><table><tr><td>b<td>c</table>').text).toBe('a\nb|c');
  });
});
