/** The addresses of what can be read as a resource. */
export type Address =
  | { kind: 'notebook' }
  | { kind: 'cell'; cellId: string }
  /** The text of one output of a run, or one of its forms (a picture), in pages counted from 0. */
  | { kind: 'output'; runId: string; index: number; mimeType: string | null; page: number };

export const NOTEBOOK_ADDRESS = 'cellwire://notebook';
export const CELL_TEMPLATE = 'cellwire://cells/{id}';
export const OUTPUT_TEMPLATE = 'cellwire://runs/{runId}/outputs/{index}?page={page}';
export const PICTURE_TEMPLATE = 'cellwire://runs/{runId}/outputs/{index}/{type}/{subtype}';

export function outputAddress(runId: string, index: number, mimeType?: string): string {
  return `cellwire://runs/${runId}/outputs/${index}${mimeType ? `/${mimeType}` : ''}`;
}

/** Null when it is none of ours. */
export function parseAddress(uri: string): Address | null {
  const match = /^cellwire:\/\/([^?#]*)(?:\?page=(\d+))?$/.exec(uri);
  if (!match) return null;
  const parts = decodeParts(match[1] ?? '');
  const [first, id, what, index, ...type] = parts;
  if (first === 'notebook' && parts.length === 1) return { kind: 'notebook' };
  if (first === 'cells' && id && parts.length === 2) return { kind: 'cell', cellId: id };
  const isOutput = first === 'runs' && id && what === 'outputs' && /^\d+$/.test(index ?? '');
  if (!isOutput || (type.length !== 0 && type.length !== 2)) return null;
  return {
    kind: 'output',
    runId: id,
    index: Number(index),
    mimeType: type.length === 2 ? type.join('/') : null,
    page: Number(match[2] ?? 0),
  };
}

/** None when it is not an address at all: a lone % stands for nothing. */
function decodeParts(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}
