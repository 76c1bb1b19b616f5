import { crc32, deflateSync } from 'node:zlib';

/** Pictures of a few kB that take gigabytes once they are unfolded. */

const big = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A black PNG of so many pixels a side, with these bytes behind its end. */
export function pngBomb(side: number, behind = 0): string {
  const part = (kind: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(kind), data]);
    return Buffer.concat([big(data.length), named, big(crc32(named))]);
  };
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * side);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    part('IHDR', Buffer.concat([big(side), big(side), Buffer.from([1, 0, 0, 0, 0])])),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
    Buffer.alloc(behind),
  ]).toString('base64');
}

/** A GIF whose header says 10 by 10, and whose first frame is black and has so many pixels a side. */
export function gifBomb(side: number): string {
  const short = (value: number): number[] => [value & 255, value >> 8];
  const head = [...Buffer.from('GIF89a'), ...short(10), ...short(10), 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const frame = [0x2c, 0, 0, 0, 0, ...short(side), ...short(side), 0, 2];
  const data = blackPixels(side * side);
  const blocks: number[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return Buffer.from([...head, ...frame, ...blocks, 0, 0x3b]).toString('base64');
}

const CLEAR = 4;
const END = 5;

/** GIF's own compression of one colour: every code stands for one pixel more than the one before. */
function blackPixels(count: number): number[] {
  const bytes: number[] = [];
  let [held, bits, width, next] = [0, 0, 3, END + 1];
  const put = (code: number): void => {
    held |= code << bits;
    bits += width;
    for (; bits >= 8; bits -= 8, held >>= 8) bytes.push(held & 255);
  };
  let run = 0;
  for (let left = count; left > 0; left -= run) {
    if (run === 0 || next > 4_000) {
      put(CLEAR);
      [width, next, run] = [3, END + 1, 1];
      put(0);
      continue;
    }
    if (run + 1 > left) {
      put(0);
      run = 1;
    } else {
      put(next);
      run++;
    }
    next++;
    if (next === 2 ** width && width < 12) width++;
  }
  put(END);
  bytes.push(held & 255, held >> 8);
  return bytes;
}

/** An SVG of 1 kB that draws 10 to this power circles. */
export function svgBomb(power: number): string {
  const levels = Array.from(
    { length: power },
    (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><defs><circle id="a0" r="9"/>${levels.join('')}</defs><use href="#a${power}"/></svg>`;
}
