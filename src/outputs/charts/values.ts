import { isRecord } from '../../wire/json.ts';
import { decodeBase64 } from '../base64.ts';
import type { Spread } from './spread.ts';
import { own } from './words.ts';

/** How many values of a chart are still looked at: reading takes time on the page's own thread. */
export interface Budget {
  left: number;
}

export const newBudget = (): Budget => ({ left: 200_000 });

/** Matrices are lists of lists; deeper ones hold nothing that could be told. */
const DEEPEST = 3;

/** Adds a list of values, in whatever form a chart has it, and returns how many there are; 0 if it is none. */
export function addValues(values: unknown, spread: Spread, budget: Budget, depth = 0): number {
  if (isRecord(values)) return addPacked(values, spread, budget);
  if (!Array.isArray(values)) return 0;
  if (!Array.isArray(values[0]) || depth === DEEPEST) {
    const looked = Math.min(values.length, budget.left);
    budget.left -= looked;
    for (let at = 0; at < looked; at++) spread.add(values[at]);
    return values.length;
  }
  let count = 0;
  for (const row of values) {
    if (budget.left-- <= 0) break;
    count += addValues(row, spread, budget, depth + 1);
  }
  return count;
}

type Read = (view: DataView, at: number) => number;

const TYPES: ReadonlyArray<[names: readonly string[], size: number, read: Read]> = [
  [['i1', 'int8'], 1, (view, at) => view.getInt8(at)],
  [['u1', 'u1c', 'uint8'], 1, (view, at) => view.getUint8(at)],
  [['i2', 'int16'], 2, (view, at) => view.getInt16(at, true)],
  [['u2', 'uint16'], 2, (view, at) => view.getUint16(at, true)],
  [['i4', 'int32'], 4, (view, at) => view.getInt32(at, true)],
  [['u4', 'uint32'], 4, (view, at) => view.getUint32(at, true)],
  [['f4', 'float32'], 4, (view, at) => view.getFloat32(at, true)],
  [['f8', 'float64'], 8, (view, at) => view.getFloat64(at, true)],
];

/** Plotly's `{dtype, bdata}` and Bokeh's `{type: "ndarray", dtype, array: {data}}`: numbers as bytes in base64. */
function addPacked(packed: Record<string, unknown>, spread: Spread, budget: Budget): number {
  const type = TYPES.find(([names]) => names.some((name) => name === packed.dtype));
  const base64 = packed.bdata ?? own(packed.array, 'data');
  if (typeof base64 !== 'string')
    return Array.isArray(packed.array) ? addValues(packed.array, spread, budget) : 0;
  // Bokeh packs them again (gzip), and then only their number is known.
  if (base64.startsWith('H4sI') || !type) return sizeOf(packed.shape);
  const [, size, read] = type;
  const looked = Math.min(budget.left, Math.floor((base64.length * 3) / 4 / size));
  const bytes = decodeBase64(base64, 0, 4 * Math.ceil((looked * size) / 3));
  const view = new DataView(bytes.buffer);
  const count = Math.min(looked, Math.floor(bytes.length / size));
  budget.left -= count;
  for (let at = 0; at < count; at++) spread.add(read(view, at * size));
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor(((base64.length * 3) / 4 - padding) / size);
}

/** How many values a shape has: a list of lengths, or the same as a text. */
function sizeOf(shape: unknown): number {
  const lengths = typeof shape === 'string' ? shape.slice(0, 100).split(',').map(Number) : shape;
  if (!Array.isArray(lengths) || lengths.length > 10) return 0;
  const size = lengths.reduce((product: number, length) => product * Number(length), 1);
  return Number.isSafeInteger(size) && size > 0 ? size : 0;
}
