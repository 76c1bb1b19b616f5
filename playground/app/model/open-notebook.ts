import { type Cell, CodeCell, TextCell } from './cell.ts';
import { DriveFile, wholeChange } from './drive-file.ts';
import { cellsFromIpynb } from './ipynb.ts';
import { type FileId, NotebookDocument } from './notebook-document.ts';

export interface OpenedNotebook {
  document: NotebookDocument;
  /** Put in later: a real page has its notebook before it has the cells. */
  cells: Cell[];
  /** Where it is kept; null for what cannot be kept. */
  drive: DriveFile | null;
}

export async function openNotebook(location: Location): Promise<OpenedNotebook> {
  const file = fileOf(location);
  const drive = file.source === 'drive' ? new DriveFile(file.fileId) : null;
  const saved = await drive?.load();
  const document = new NotebookDocument(file, titleOf(location.pathname, saved));
  if (saved !== undefined) return { document, cells: cellsFromIpynb(saved), drive };
  const wanted = Number(new URLSearchParams(location.search).get('cells'));
  const cells = Number.isInteger(wanted) && wanted > 0 ? sampleCells(wanted) : [new CodeCell()];
  // At once: who opens it next has the same cells.
  await drive?.save(wholeChange(document, cells));
  return { document, cells, drive };
}

/** A notebook of Drive is named by the path, or by the fragment of an address that opens any. */
function fileOf({ pathname, hash }: Location): FileId {
  const inFragment = new URLSearchParams(hash.slice(1)).get('fileId');
  if (inFragment) return { fileId: inFragment, source: 'drive' };
  const [, root = '', ...rest] = pathname.split('/');
  if (root === 'drive') return { fileId: rest.join('/'), source: 'drive' };
  if (root === 'github') return { fileId: rest.join('/'), source: 'github' };
  return { fileId: pathname, source: 'scratch' };
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
