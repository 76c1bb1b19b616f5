import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

/** A notebook as it was saved: its cells by id, and their order. */
interface DriveFile {
  title: string;
  order: string[];
  cells: Map<string, unknown>;
  /** Who has it open. */
  readers: Map<string, ServerResponse>;
}

/** What one page did to a notebook: cells that came or changed, cells that went, and the order of all it has. */
const Change = z.object({
  title: z.string(),
  order: z.array(z.string()),
  changed: z.record(z.string(), z.unknown()),
  removed: z.array(z.string()),
});

const PATH = /^\/drive-files\/([^/]+?)(\/events)?$/;
const MAX_BYTES = 64_000_000;

/**
 * Where "Drive" is here: notebooks live as long as the server. Pages send what they changed and hear what others
 * changed, so that several users can work in one notebook.
 */
export class Drive {
  readonly #files = new Map<string, DriveFile>();

  /** False when the request is none of its own. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const url = new URL(request.url ?? '/', 'https://localhost');
    const [, id, events] = PATH.exec(url.pathname) ?? [];
    if (id === undefined) return false;
    const user = url.searchParams.get('user') ?? '';
    if (events) this.#listen(this.#open(id), user, response);
    else if (request.method === 'GET') reply(response, this.#files.get(id));
    else if (request.method === 'POST') void this.#change(id, user, request, response);
    else response.writeHead(405).end();
    return true;
  }

  #open(id: string): DriveFile {
    const known = this.#files.get(id);
    if (known) return known;
    const fresh = { title: '', order: [], cells: new Map(), readers: new Map() };
    this.#files.set(id, fresh);
    return fresh;
  }

  #listen(file: DriveFile, user: string, response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    file.readers.set(user, response);
    response.on('close', () => {
      if (file.readers.get(user) === response) file.readers.delete(user);
      tellPresence(file);
    });
    tellPresence(file);
  }

  async #change(id: string, user: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const change = Change.safeParse(await bodyOf(request));
    if (!change.success) {
      response.writeHead(400).end();
      return;
    }
    const file = this.#open(id);
    const { title, order, changed, removed } = change.data;
    file.title = title;
    for (const cellId of removed) file.cells.delete(cellId);
    for (const [cellId, cell] of Object.entries(changed)) file.cells.set(cellId, cell);
    file.order = mergeOrders(order, file.order, (cellId) => file.cells.has(cellId));
    const news = JSON.stringify({ title, order: file.order, changed, removed });
    for (const [reader, stream] of file.readers) if (reader !== user) send(stream, 'change', news);
    response.writeHead(204).end();
  }
}

/** As the one who changed it has it; a cell that it did not know of yet comes after the cell it stood behind. */
export function mergeOrders(
  mine: readonly string[],
  theirs: readonly string[],
  exists: (id: string) => boolean,
): string[] {
  const merged = mine.filter(exists);
  const known = new Set(merged);
  for (const [index, id] of theirs.entries()) {
    if (known.has(id) || !exists(id)) continue;
    const behind = theirs[index - 1];
    merged.splice(behind === undefined ? 0 : merged.indexOf(behind) + 1, 0, id);
    known.add(id);
  }
  return merged;
}

function tellPresence({ readers }: DriveFile): void {
  for (const stream of readers.values()) send(stream, 'presence', String(readers.size - 1));
}

function send(stream: ServerResponse, event: string, data: string): void {
  stream.write(`event: ${event}\ndata: ${data}\n\n`);
}

function reply(response: ServerResponse, file: DriveFile | undefined): void {
  if (!file || file.order.length === 0) {
    // Having none is no failure: it begins empty.
    response.writeHead(204, { 'Cache-Control': 'no-store' }).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  const cells = file.order.flatMap((id) => file.cells.get(id) ?? []);
  response.end(JSON.stringify({ metadata: { colab: { name: file.title } }, cells }));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
