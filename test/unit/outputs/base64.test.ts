import { describe, expect, it } from 'vitest';
import {
  bytesToBase64,
  cleanBase64,
  decodeBase64,
  hideDataAddresses,
  isBase64,
  kilobytes,
} from '../../../src/outputs/base64.ts';

describe('base64', () => {
  it('is read however notebooks write it', () => {
    expect(cleanBase64('QUJD\nREVG\r\n \tR0hJ\n')).toBe('QUJDREVGR0hJ');
    expect(cleanBase64('data:image/png;base64,QUJD')).toBe('QUJD');
    expect(cleanBase64('QUJD data:,QUJD')).toBe('QUJDdata:,QUJD');
    expect(cleanBase64('!\u00a0é\u2003字 \n\v\f~')).toBe('!\u00a0é\u2003字~');
    expect(cleanBase64('A\n'.repeat(100_000))).toBe('A'.repeat(100_000));
    expect(cleanBase64(' \n')).toBe('');
    // No head of an address is that long.
    const [longest, tooLong] = [200, 201].map((length) => `data:${'x'.repeat(length)},QUJD`);
    expect(cleanBase64(longest ?? '')).toBe('QUJD');
    expect(cleanBase64(tooLong ?? '')).toBe(tooLong);
  });

  it.each([
    ['QUJD', true],
    ['QUI=', true],
    ['QQ==', true],
    ['+/9z', true],
    ['', false],
    ['QUJ', false],
    ['QUJDR', false],
    ['QU=D', false],
    ['=QUJ', false],
    ['QU D', false],
    ['QU-D', false],
    ['a.bc', false],
    ['caf\u00e9', false],
  ])('is told from what is to be read: "%s" is %s', (text, is) => {
    expect(isBase64(text)).toBe(is);
  });

  it('keeps every byte there and back, also of large data', () => {
    for (const length of [0, 1, 2, 3, 8_191, 8_192, 8_193, 200_000]) {
      const bytes = Uint8Array.from({ length }, (_, at) => at % 256);
      const base64 = bytesToBase64(bytes);
      expect(base64).toBe(Buffer.from(bytes).toString('base64'));
      expect(Buffer.compare(decodeBase64(base64), bytes)).toBe(0);
    }
  });

  it('is decoded in part, and gives no bytes when it is none', () => {
    expect([...decodeBase64('QUJDREVGR0hJ', 4, 8)]).toEqual([68, 69, 70]);
    expect([...decodeBase64('QUJDREVGR0hJ', 8)]).toEqual([71, 72, 73]);
    expect(decodeBase64('***')).toEqual(new Uint8Array());
  });
});

describe('kilobytes', () => {
  it.each([
    [0, '1 kB'],
    [4, '1 kB'],
    [1_999, '1 kB'],
    [2_000, '2 kB'],
    [40_000, '30 kB'],
    [4_000_000, '3,000 kB'],
  ])('says of %i characters of base64: %s', (chars, words) => {
    expect(kilobytes(chars)).toBe(words);
  });
});

describe('hideDataAddresses', () => {
  const data = 'A'.repeat(4_000);

  it.each([
    [
      'a picture',
      `<img src="data:image/png;base64,${data}">`,
      '<img src="data:image/png;base64,[3 kB left out]">',
    ],
    [
      'a font',
      `url(data:font/woff2;charset=utf-8;base64,${data}==)`,
      'url(data:font/woff2;charset=utf-8;base64,[3 kB left out])',
    ],
    [
      'several',
      `data:image/svg+xml;base64,${data} data:a/b.c;base64,${data}`,
      'data:image/svg+xml;base64,[3 kB left out] data:a/b.c;base64,[3 kB left out]',
    ],
    ['many settings', `data:a/b;c=1;d=2;e=3;base64,${data}`, 'data:a/b;c=1;d=2;e=3;base64,[3 kB left out]'],
    [
      'characters of all kinds',
      `data:a/b;base64,${'aZ09+/'.repeat(20)}==.`,
      'data:a/b;base64,[1 kB left out].',
    ],
    ['the shortest that is hidden', `data:a/b;base64,${'A'.repeat(64)}`, 'data:a/b;base64,[1 kB left out]'],
    [
      'a picture, counting the data alone',
      `data:a/b;base64,${'A'.repeat(4_650)}`,
      'data:a/b;base64,[3 kB left out]',
    ],
  ])('leaves the data of %s out', (_name, text, shown) => {
    expect(hideDataAddresses(text)).toBe(shown);
  });

  it.each([
    ['is short', `data:a/b;base64,${'A'.repeat(63)}`],
    ['has no type', `data:;base64,${data}`],
    ['is no address', `${data};base64,`],
    ['is not in base64', `data:text/plain,${data}`],
    ['is plain text', 'nothing to hide'],
  ])('leaves a text as it is that %s', (_name, text) => {
    expect(hideDataAddresses(text)).toBe(text);
  });
});
