import { Failure } from '../notebook/failure.ts';
import type { Notebook } from '../notebook/notebook.ts';
import { cleanBase64 } from '../outputs/base64.ts';
import { readText } from '../outputs/parse-output.ts';
import { shapeOutputs } from '../outputs/shape-outputs.ts';
import type { Runner } from '../runs/runner.ts';
import { isRecord } from '../wire/json.ts';
import { MAX_RESULT_BYTES, utf8Length } from '../wire/limits.ts';
import type { ResourceAddress } from './resource-uri.ts';

/** A page of text, and of a picture's base64: well within a frame, whatever the characters. */
const PAGE_CHARS = 150_000;
const PAGE_BASE64 = 900_000;

export type ResourceContents =
  | { uri: string; mimeType: string; text: string }
  | { uri: string; mimeType: string; blob: string };

export interface Readable {
  notebookId: string;
  notebook: Notebook;
  runs: Runner;
}

export async function readResource(
  uri: string,
  address: ResourceAddress,
  from: Readable,
): Promise<ResourceContents> {
  // What was allowed for this notebook is not allowed for the one that the tab showed before.
  if (address.notebookId !== from.notebookId) throw missing(uri, 'The tab shows another notebook.');
  if (address.kind === 'output') return readOutput(uri, address, from.runs);
  const cells = await readCells(address, from.notebook);
  const json = address.kind === 'cell' ? cells[0] : { nbformat: 4, nbformat_minor: 5, metadata: {}, cells };
  const text = JSON.stringify(json, null, 1);
  if (utf8Length(JSON.stringify(text)) > MAX_RESULT_BYTES) {
    throw new Failure(
      'unsupported',
      'The notebook is larger than one answer may be.',
      'Read its cells one by one, or with get_cells.',
    );
  }
  return { uri, mimeType: address.kind === 'cell' ? 'application/json' : 'application/x-ipynb+json', text };
}

/** Pictures are described, not included: their originals have addresses of their own. */
async function readCells(address: ResourceAddress, notebook: Notebook) {
  const query = address.kind === 'cell' ? { cellIds: [address.cellId] } : {};
  const page = await notebook.readCells({ ...query, includeOutputs: true });
  return Promise.all(
    page.cells.map(async ({ id, cell_type, source, execution_count, outputs, revision }) => ({
      id,
      cell_type,
      metadata: { revision },
      source,
      ...(cell_type === 'code'
        ? {
            execution_count: execution_count ?? null,
            outputs: (await shapeOutputs(outputs ?? [], { asLines: true })).outputs,
          }
        : {}),
    })),
  );
}

/** One output of a run: also where there is no notebook. */
export function readOutput(
  uri: string,
  address: Extract<ResourceAddress, { kind: 'output' }>,
  runs: Runner,
): ResourceContents {
  const { runId, index, mimeType, page } = address;
  const { log } = runs.find(runId);
  const stream = mimeType === null ? log.textAt(index, page * PAGE_CHARS, PAGE_CHARS) : null;
  if (stream) return { uri, mimeType: 'text/plain', text: stream.text + pageNote(page, stream.total) };
  const output = log.at(index);
  if (!output) throw missing(uri, 'The run has no such output.');
  if (mimeType === null)
    return {
      uri,
      mimeType: 'application/json',
      text: JSON.stringify(output).slice(page * PAGE_CHARS, (page + 1) * PAGE_CHARS),
    };
  const value = isRecord(output.data) ? readText(output.data[mimeType]) : null;
  if (value === null) throw missing(uri, `The output has no ${mimeType}.`);
  const base64 = mimeType === 'image/svg+xml' ? null : cleanBase64(value);
  const [whole, size] = base64 === null ? [value, PAGE_CHARS] : [base64, PAGE_BASE64];
  if (whole.length > size && !uri.includes('?page=')) {
    const pages = Math.ceil(whole.length / size);
    throw new Failure(
      'unsupported',
      `It is larger than one answer may be.`,
      `Read it in ${pages} parts and join them: ${uri}?page=0 to ?page=${pages - 1}.`,
    );
  }
  const part = whole.slice(page * size, (page + 1) * size);
  return base64 === null ? { uri, mimeType, text: part } : { uri, mimeType, blob: part };
}

function pageNote(page: number, total: number): string {
  const pages = Math.ceil(total / PAGE_CHARS);
  return pages > 1 ? `\n[page ${page} of 0 to ${pages - 1}; add ?page=N for another]` : '';
}

function missing(uri: string, why: string): Failure {
  return new Failure(
    'not_found',
    `There is nothing at ${uri}. ${why}`,
    'List the resources, or run the cell again.',
  );
}
