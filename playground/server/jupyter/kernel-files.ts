import { createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isOwnPage } from './own-page.ts';

const FILES_PATH = '/kernel-files';

/**
 * Reads and writes files where the kernels are, for pages of this server alone: they run code there anyway. POST
 * reads, because browsers say where a GET comes from only at times. False when the request is for somebody else.
 */
export function answerFiles(request: IncomingMessage, response: ServerResponse, home: string): boolean {
  const url = new URL(request.url ?? '/', 'https://localhost');
  if (url.pathname !== FILES_PATH) return false;
  const path = url.searchParams.get('path');
  if (!isOwnPage(request.headers) || path === null) {
    response.writeHead(403).end();
    return true;
  }
  const full = isAbsolute(path) ? path : join(home, path);
  const answer = request.method === 'PUT' ? write(full, request) : read(full, response);
  answer.then(
    (status) => status !== null && response.writeHead(status).end(),
    () => response.writeHead(500).end(),
  );
  return true;
}

/** Gives the status, or null when all is said. Having none is no failure, and browsers write failures to the console. */
async function read(path: string, response: ServerResponse): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return 204;
  const content = await readFile(path);
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' });
  response.end(content);
  return null;
}

/** Half of a file is none. */
async function write(path: string, request: IncomingMessage): Promise<number> {
  try {
    await pipeline(request, createWriteStream(path));
    return 201;
  } catch {
    await rm(path, { force: true });
    return 507;
  }
}
