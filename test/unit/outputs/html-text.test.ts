import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../../src/outputs/html-text.ts';
import { expectLinearTime } from './growth.ts';

const pandas = `<div>
<style scoped>
    .dataframe tbody tr th { vertical-align: top; } /* <table> */
</style>
<table border="1" class="dataframe">
  <thead>
    <tr style="text-align: right;">
      <th></th>
      <th>name</th>
      <th>a &gt; b</th>
    </tr>
  </thead>
  <tbody>
    <tr><th>0</th><td>Zo&#235; &amp; Co</td><td>1.5</td></tr>
    <tr><th>1</th><td><b>NaN</b></td><td></td></tr>
  </tbody>
</table>
<p>2 rows × 2 columns</p>
</div><script>document.write("<td>never</td>")</script>`;

describe('htmlToText', () => {
  it('reads a table of pandas', () => {
    expect(htmlToText(pandas).split('\n')).toEqual([
      ' | name | a > b',
      '0 | Zoë & Co | 1.5',
      '1 | NaN | ',
      '2 rows × 2 columns',
    ]);
  });

  it.each([
    ['end tags that are left out', '<table><tr><td>a<td>b<tr><td>c</table>', 'a | b\nc'],
    ['cells with lines in them', '<table><tr><td>a<br>b</td><td><p>c</p></td></tr></table>', 'a b | c'],
    ['text without tables', '<h1>Title</h1>one<br/>two <i>three</i>', 'Title\none\ntwo three'],
    ['quoted brackets', '<p title="a > b">c</p>', 'c'],
    ['comments', 'a<!-- <p> -->b', 'ab'],
    ['brackets that are no tags', 'a < b <3', 'a < b <3'],
    ['unknown entities', '&nosuch; &#0; &lt;', '&nosuch; &#0; <'],
    ['pictures', '<img alt="x" src="data:image/png;base64,AAAA">', '[picture]'],
    ['a script that never ends', 'a<script>b', 'a'],
    ['a tag that never ends', 'a<p class="', 'a'],
    ['nothing', '', ''],
  ])('reads %s', (_name, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each([
    ['rows', (size: number) => `<table>${'<tr><td>1<td>2'.repeat(size)}`],
    ['one wide row', (size: number) => `<table><tr>${'<td>cell'.repeat(size)}`],
    ['open brackets', (size: number) => '<'.repeat(4 * size)],
    ['tags that never end', (size: number) => '<p a="'.repeat(4 * size)],
    ['comments that never end', (size: number) => '<!--'.repeat(4 * size)],
    ['white space', (size: number) => `<p>${' '.repeat(8 * size)}x`.repeat(2)],
  ])('takes time that grows with the length only: %s', (_name, make) => {
    expectLinearTime(make, 32_000, htmlToText);
  });
});
