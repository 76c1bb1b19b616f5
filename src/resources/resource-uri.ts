/** What can be read as a resource. Every one belongs to a notebook, and says to which. */
export type ResourceAddress = { notebookId: string } & (
  | { kind: 'notebook' }
  | { kind: 'cell'; cellId: string }
  /** The text of one output of a run, or one of its forms (a picture), in pages counted from 0. */
  | { kind: 'output'; runId: string; index: number; mimeType: string | null; page: number }
);

export const notebookUri = (notebookId: string): string => `cellwire://${notebookId}`;
export const cellTemplate = (notebookId: string): string => `${notebookUri(notebookId)}/cells/{id}`;
export const outputTemplate = (notebookId: string): string =>
  `${notebookUri(notebookId)}/runs/{runId}/outputs/{index}?page={page}`;
export const pictureTemplate = (notebookId: string): string =>
  `${notebookUri(notebookId)}/runs/{runId}/outputs/{index}/{type}/{subtype}`;

export function outputUri(notebookId: string, runId: string, index: number, mimeType?: string): string {
  return `${notebookUri(notebookId)}/runs/${runId}/outputs/${index}${mimeType ? `/${mimeType}` : ''}`;
}

/** Null when it is none of ours. */
export function parseResourceUri(uri: string): ResourceAddress | null {
  const match = /^cellwire:\/\/([^?#]*)(?:\?page=(\d+))?$/.exec(uri);
  if (!match) return null;
  const parts = decodeParts(match[1] ?? '');
  const [notebookId, collection, id, what, index, ...type] = parts;
  if (!notebookId) return null;
  if (parts.length === 1) return { notebookId, kind: 'notebook' };
  if (collection === 'cells' && id && parts.length === 3) return { notebookId, kind: 'cell', cellId: id };
  const isOutput = collection === 'runs' && id && what === 'outputs' && /^\d+$/.test(index ?? '');
  if (!isOutput || (type.length !== 0 && type.length !== 2)) return null;
  return {
    notebookId,
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
