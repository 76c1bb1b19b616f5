import type { Output } from '../notebook/cell.ts';
import { fromLines, toLines } from '../notebook/cell.ts';
import type { Picture } from '../tools/tool.ts';
import { boundText } from './bound-text.ts';

/** A picture over this many base64 characters stays in the notebook: agents' clients refuse larger ones. */
const MAX_PICTURE_BASE64 = 270_000;

const PICTURE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export interface ShapedOutputs {
  outputs: Output[];
  images: Picture[];
}

/** nbformat outputs as an agent can use them: long texts cut, pictures taken out as image content. */
export function shapeOutputs(outputs: readonly Output[]): ShapedOutputs {
  const images: Picture[] = [];
  return { outputs: outputs.map((output) => shapeOutput(output, images)), images };
}

function shapeOutput(output: Output, images: Picture[]): Output {
  const shaped: Output = { ...output };
  if (isText(output.text)) shaped.text = toLines(boundText(fromLines(output.text)));
  if (isText(output.traceback)) {
    const traceback = typeof output.traceback === 'string' ? output.traceback : output.traceback.join('\n');
    shaped.traceback = boundText(traceback).split('\n');
  }
  if (typeof output.evalue === 'string') shaped.evalue = boundText(output.evalue);
  if (isBundle(output.data)) shaped.data = shapeBundle(output.data, images);
  return shaped;
}

function shapeBundle(bundle: Record<string, unknown>, images: Picture[]): Record<string, unknown> {
  const shaped: Record<string, unknown> = {};
  for (const [mimeType, value] of Object.entries(bundle)) {
    if (PICTURE_TYPES.has(mimeType) && isText(value))
      shaped[mimeType] = shapePicture(mimeType, value, images);
    else if (isText(value)) shaped[mimeType] = toLines(boundText(fromLines(value)));
    else shaped[mimeType] = value;
  }
  return shaped;
}

function shapePicture(mimeType: string, value: string | string[], images: Picture[]): string {
  const base64 = fromLines(value).replace(/\s/g, '');
  if (base64.length > MAX_PICTURE_BASE64) {
    return `[a picture of ${Math.round((base64.length * 3) / 4 / 1000)} kB, too large to send; it is shown in the notebook]`;
  }
  images.push({ mimeType, base64 });
  return `[picture ${images.length} of this result]`;
}

function isText(value: unknown): value is string | string[] {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((line) => typeof line === 'string'))
  );
}

function isBundle(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
