import type { Output } from '../../notebook/cell.ts';
import { ask, asList, isObject, peek, peekObject } from './foreign.ts';
import type { CellModel, CurrentOutput, OutputsModel } from './members.ts';
import { toOutputs } from './outputs.ts';

/** An output as the page holds it: a stream's text stays in the page's own pieces, so that a large one is not copied. */
export type LiveOutput =
  | { kind: 'stream'; name: string; pieces: readonly string[] }
  | { kind: 'other'; output: Output };

interface StreamItem {
  output_type?: unknown;
  name?: unknown;
  text?: unknown;
}

/** Null when the model does not tell. */
export function liveOutputsOf(model: CellModel): LiveOutput[] | null {
  const current = peekObject<OutputsModel>(peekObject(model, 'outputs'), 'currentOutput');
  const items = asList(peek<CurrentOutput>(current, 'outputItems'));
  if (items) return items.flatMap((item) => liveItem(item) ?? []);
  const json = ask(model, 'toJson');
  const outputs = isObject(json) ? asList(peek<{ outputs?: unknown }>(json, 'outputs')) : undefined;
  return outputs ? outputs.flatMap((item) => liveItem(item) ?? []) : null;
}

function liveItem(item: unknown): LiveOutput | null {
  if (!isObject(item)) return null;
  const stream: StreamItem = item;
  if (peek(stream, 'output_type') === 'stream') {
    const pieces = piecesOf(peek(stream, 'text'));
    if (pieces) return { kind: 'stream', name: String(peek(stream, 'name')), pieces };
  }
  const [output] = toOutputs([item]);
  return output ? toLive(output) : null;
}

export function toLive(output: Output): LiveOutput {
  const pieces = output.output_type === 'stream' ? piecesOf(output.text) : null;
  return pieces ? { kind: 'stream', name: String(output.name), pieces } : { kind: 'other', output };
}

function piecesOf(text: unknown): readonly string[] | null {
  if (typeof text === 'string') return [text];
  return isListOfTexts(text) ? text : null;
}

/** Looking at the ends is enough: a list of a million lines is not mixed. */
function isListOfTexts(value: unknown): value is readonly string[] {
  if (!Array.isArray(value)) return false;
  return value.length === 0 || (typeof value[0] === 'string' && typeof value.at(-1) === 'string');
}

/** How much there is, to see whether something is still coming. */
export function sizeOf(outputs: readonly LiveOutput[]): number {
  return outputs.reduce(
    (sum, output) =>
      sum +
      (output.kind === 'stream'
        ? output.pieces.length + (output.pieces.at(-1)?.length ?? 0)
        : JSON.stringify(output.output).length),
    0,
  );
}
