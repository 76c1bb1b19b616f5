import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../../src/outputs/html-to-text.ts';

const textOf = (html: string) => htmlToText(html).text;

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
    expect(textOf(pandas).split('\n')).toEqual([
      '|name|a > b',
      '0|Zoë & Co|1.5',
      '1|NaN|',
      '2 rows × 2 columns',
    ]);
  });

  it.each([
    ['end tags that are left out', '<table><tr><td>a<td>b<tr><td>c</table>', 'a|b\nc'],
    ['cells with lines in them', '<table><tr><td>a<br>b</td><td><p>c</p></td></tr></table>', 'a b|c'],
    ['text without tables', '<h1>Title</h1>one<br/>two <i>three</i>', 'Title\none\ntwo three'],
    ['quoted brackets', '<p title="a > b">c</p>', 'c'],
    ['comments', 'a<!-- <p> -->b', 'ab'],
    ['brackets that are no tags', 'a < b <3', 'a < b <3'],
    ['unknown entities', '&nosuch; &#0; &lt;', '&nosuch; &#0; <'],
    ['pictures', '<img alt="x" src="data:image/png;base64,AAAA">', '[picture]'],
    ['a script that never ends', 'a<script>b', 'a'],
    ['a tag that never ends', 'a<p class="', 'a'],
    ['a comment that never ends', 'a<!-- b', 'a'],
    ['a tag without quotes that never ends', 'a<p b', 'a'],
    ['an end of a comment before its start', 'a-->b<!--c-->d', 'a-->bd'],
    ['declarations', '<!DOCTYPE html><?xml version="1.0"?>a</ b>c', 'ac'],
    ['a bracket that is no tag, before marks', 'a < b! c? d/e', 'a < b! c? d/e'],
    ['a bracket at the end', 'a <', 'a <'],
    ['names of several letters', '<my-tag:x1>a</my-tag:x1>', 'a'],
    ['values in single quotes', "<p title='a > b'>c</p>", 'c'],
    ['values behind spaces', '<p title =  "a > b">c</p>', 'c'],
    ['a value that ends like the start of one', '<a href="?q=">c</a>', 'c'],
    ['values that end like the start of one', '<a href="?q=" title="b">c</a>', 'c'],
    ['several scripts', '<script>1</script>a<script>2</SCRIPT>b', 'ab'],
    ['an end of a script in other letters', 'a<script>"<p>"</sCript>b', 'ab'],
    ['white space as a browser does', '<p>a \n\t b</p>\n\n<p> c</p>', 'a b\nc'],
    ['text behind a table', '<table><tr><td>a</td></table>b', 'a\nb'],
    ['text before a table and a cell', 'a<table>b<td>c<th>d', 'a\nb\nc|d'],
    ['rows without text', '<table><tr><td></td><td> </td></tr><tr><td>a</td></tr></table>', 'a'],
    ['cells without text', '<table><tr><td></td><td>a</td><td></td></tr></table>', '|a|'],
    ['drawings inside of text', 'a<svg><p>b</p><svg><td>c</svg>d</svg>e', 'ae'],
    ['the end of a drawing that never began', 'a</svg>b<svg>c</svg>d', 'abd'],
    ['an end tag of a picture', 'a<img>b</img>', 'a[picture]b'],
    ['nothing', '', ''],
  ])('reads %s', (_name, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it.each(['svg', 'noscript', 'template', 'button', 'script', 'style', 'textarea', 'title', 'xmp'])(
    'passes over what is in a %s',
    (name) => {
      expect(textOf(`a<${name}>b<i>c</i></${name}>d`)).toBe('ad');
    },
  );

  it('takes the content of scripts and their like for anything but tags', () => {
    for (const name of ['script', 'style', 'textarea', 'title', 'xmp']) {
      expect(textOf(`a<${name}>"<!-- <p title='</${name}>b`)).toBe('ab');
    }
  });

  it('sets on lines of their own what a browser does', () => {
    const blocks =
      'address article aside blockquote br caption dd details div dl dt fieldset figure footer form h1 h2 h3 ' +
      'h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul';
    for (const name of blocks.split(' ')) expect(textOf(`a<${name}>b`)).toBe('a\nb');
    for (const name of ['a', 'b', 'span', 'code', 'i']) expect(textOf(`a<${name}>b`)).toBe('ab');
  });

  it('reads entities', () => {
    const named =
      '&amp;&lt;&gt;&quot;&apos;&nbsp;&hellip;&mdash;&ndash;&minus;&times;&middot;&deg;&plusmn;&micro;&copy;&rarr;&larr;';
    expect(textOf(named)).toBe('&<>"\' …—–−×·°±µ©→←');
    expect(textOf('&AMP; &Lt; &eacute; &ampere; &a; &lt')).toBe('& < &eacute; &ampere; &a; &lt');
    expect(textOf('&#65;&#x42;&#X1f600;&#x10FFFF;&#1114111;')).toBe('AB😀\u{10ffff}\u{10ffff}');
    const none = '&#0; &#x0; &#x110000; &#1114112; &#12345678; &#x1234567; &#xg; &#;';
    expect(textOf(none)).toBe(none);
  });

  it('takes names that every object has for text', () => {
    const names = '&toString; &valueOf; &constructor; &hasOwnProperty; &__proto__;';
    expect(textOf(names)).toBe(names);
  });

  it('reads no halves of characters', () => {
    expect(textOf('&#xd7ff;&#xe000;&#55295;&#57344;')).toBe('\ud7ff\ue000\ud7ff\ue000');
    const halves = '&#xd800; &#xdbff; &#xDFFF; &#55296; &#57343;';
    expect(textOf(halves)).toBe(halves);
  });
});

describe('HTML that is far longer than what can be shown', () => {
  it.each([
    ['a script', '<script>', '</script>'],
    ['a style', '<style>', '</style>'],
    ['a comment', '<!--', '-->'],
    ['a value', '<img src="data:image/png;base64,', '">'],
    ['a value without quotes', '<p title=', '>'],
    ['a declaration', '<!', '>'],
  ])('is read to its end where the length is in %s', (_name, start, end) => {
    const html = `a${start}${'x'.repeat(3_000_000)}${end}z`;
    const { text, read } = htmlToText(html);
    expect(text.replace('[picture]', '').replace('\n', '')).toBe('az');
    expect(read).toBe(html.length);
  });

  it('is read up to 1,000,000 characters of text', () => {
    const most = 'x'.repeat(999_999);
    expect(htmlToText(`${most}y`)).toEqual({ text: `${most}y`, read: 1_000_000 });
    expect(htmlToText(`${most}yz`)).toEqual({ text: `${most}y`, read: 1_000_000 });
    expect(htmlToText(`<i>${most}</i>yz`)).toEqual({ text: `${most}y`, read: 1_000_007 });
    expect(htmlToText(`<i>${most}y</i><b>z`)).toEqual({ text: `${most}y`, read: 1_000_010 });
  });

  it.each([
    ['tags', '<i>'],
    ['comments', '<!---->'],
    ['brackets', '<'],
    ['drawings in drawings', '<svg>'],
    ['scripts', '<script></script>'],
    ['unknown ends', '</x>'],
  ])('is read up to 200,000 pieces: %s', (_name, piece) => {
    const pieces = piece === '<script></script>' ? 100_000 : 200_000;
    const html = piece.repeat(pieces);
    expect(htmlToText(html).read).toBe(html.length);
    expect(htmlToText(`${html} z`).read).toBe(html.length);
    expect(htmlToText(html.repeat(3)).read).toBe(html.length);
  });

  it('is read up to 10,000 values of a tag, and as text behind them', () => {
    const tag = (values: number) => `<p ${'a=">" '.repeat(values)}>b`;
    expect(textOf(tag(9_999))).toBe('b');
    expect(textOf(tag(10_000))).toBe('>b');
    expect(textOf(tag(10_001))).toBe('a=">" >b');
    expect(htmlToText(tag(1_000_000)).read).toBe('<p '.length + 10_000 * 6 - 1 + 1_000_000);
  });

  it('says nothing twice and tears no row apart', () => {
    const { text, read } = htmlToText('<tr><td>1<td>2'.repeat(500_000));
    const rows = text.split('\n');
    expect(read).toBe(933_332);
    expect(rows).toHaveLength(66_666);
    expect(new Set(rows)).toEqual(new Set(['1|2']));
  });
});
