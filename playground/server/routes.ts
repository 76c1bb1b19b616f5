import { FileFolder } from './files.ts';
import { assetHeaders, freshNonce, type Headers, notebookHeaders, outputFrameHeaders } from './headers.ts';
import { BUILT_FOLDER, PYODIDE_FOLDER, SNAPSHOT_FOLDER, SNAPSHOT_NAME } from './paths.ts';

export interface Reply {
  status: number;
  headers: Headers;
  body: string | Buffer;
}

const built = new FileFolder(BUILT_FOLDER);
const pyodide = new FileFolder(PYODIDE_FOLDER);
const snapshots = new FileFolder(SNAPSHOT_FOLDER);

/** `/notebook` opens what the fragment names. */
const NOTEBOOK_PATHS = [/^\/notebook$/, /^\/notebooks\/[^/]+$/, /^\/drive\/[^/]+$/, /^\/github\/.+$/];

export async function answer(path: string, kernel: string): Promise<Reply> {
  if (path === '/') return { status: 302, headers: { Location: '/notebooks/empty.ipynb' }, body: '' };
  if (NOTEBOOK_PATHS.some((pattern) => pattern.test(path))) return notebookPage(kernel);
  if (path === '/outputframe.html') return outputFrame();
  if (path === '/pyodide/snapshot') return snapshot();
  if (path.startsWith('/pyodide/')) return asset(pyodide, path.slice('/pyodide/'.length));
  if (path.startsWith('/assets/')) return asset(built, path.slice(1));
  return text(404, `There is no ${path} in the playground.\n`);
}

async function notebookPage(kernel: string): Promise<Reply> {
  const file = await built.read('index.html');
  if (!file) return notBuilt();
  const nonce = freshNonce();
  return {
    status: 200,
    headers: { ...notebookHeaders(nonce), 'Content-Type': file.type },
    body: file.body
      .toString('utf8')
      .replaceAll('PLAYGROUND_NONCE', nonce)
      .replace('PLAYGROUND_KERNEL', kernel),
  };
}

async function outputFrame(): Promise<Reply> {
  const file = await built.read('outputframe.html');
  if (!file) return notBuilt();
  return { status: 200, headers: { ...outputFrameHeaders(), 'Content-Type': file.type }, body: file.body };
}

/** Having none is no failure: the kernel then starts from scratch. */
async function snapshot(): Promise<Reply> {
  const reply = await asset(snapshots, SNAPSHOT_NAME);
  return reply.status === 404 ? { status: 204, headers: assetHeaders(), body: '' } : reply;
}

async function asset(folder: FileFolder, path: string): Promise<Reply> {
  const file = await folder.read(path);
  if (!file) return text(404, `There is no ${path} here.\n`);
  return { status: 200, headers: { ...assetHeaders(), 'Content-Type': file.type }, body: file.body };
}

function notBuilt(): Reply {
  return text(503, 'The playground is not built yet: run "npm run build:playground".\n');
}

function text(status: number, body: string): Reply {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body };
}
