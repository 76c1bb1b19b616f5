import { type Cell, CodeCell, TextCell } from './cell.ts';
import { cellsFromIpynb } from './ipynb.ts';
import { type FileId, NotebookDocument } from './notebook-document.ts';
import { loadNotebook } from './saved-notebooks.ts';

export interface OpenedNotebook {
  document: NotebookDocument;
  /** Put in later: a real page has its notebook before it has the cells. */
  cells: Cell[];
}

export function openNotebook(location: Location): OpenedNotebook {
  const file = fileOf(location.pathname);
  const saved = loadNotebook(file.fileId);
  const document = new NotebookDocument(file, titleOf(location.pathname, saved));
  const wanted = Number(new URLSearchParams(location.search).get('cells'));
  if (Number.isInteger(wanted) && wanted > 0) return { document, cells: sampleCells(wanted) };
  return { document, cells: saved === undefined ? [new CodeCell()] : cellsFromIpynb(saved) };
}

function fileOf(path: string): FileId {
  const [, root = '', ...rest] = path.split('/');
  if (root === 'drive') return { fileId: rest.join('/'), source: 'drive' };
  if (root === 'github') return { fileId: rest.join('/'), source: 'github' };
  return { fileId: path, source: 'scratch' };
}

function titleOf(path: string, saved: unknown): string {
  if (typeof saved === 'object' && saved !== null && 'metadata' in saved) {
    const name = JSON.stringify(saved.metadata).match(/"name":"([^"]+\.ipynb)"/)?.[1];
    if (name) return name;
  }
  const last = path.split('/').at(-1) ?? '';
  return path.startsWith('/github/') && last.endsWith('.ipynb') ? last : 'Untitled.ipynb';
}

/** Short cells in a steady mix: one heading for every four code cells. */
function sampleCells(count: number): Cell[] {
  return Array.from({ length: count }, (_, index) =>
    index % 5 === 0
      ? new TextCell(`## Part ${index / 5 + 1}\nCells ${index + 1} to ${index + 4} count on.`)
      : new CodeCell(`value_${index} = ${index} * 2\nprint("cell", ${index}, value_${index})`),
  );
}
