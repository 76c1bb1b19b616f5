import { act, asText, can, isObject, peekObject } from './foreign.ts';
import type { KernelFile, KernelFiles } from './members.ts';
import type { ColabPage } from './page.ts';

function filesOf(page: ColabPage): KernelFiles | null {
  return peekObject(page.notebook, 'kernelFiles');
}

export function hasRuntimeFiles(page: ColabPage): boolean {
  return can(filesOf(page), 'getFile');
}

/** The text of a file of the runtime; null when there is none, or it cannot be read. */
export async function readRuntimeFile(page: ColabPage, path: string): Promise<string | null> {
  try {
    const files = filesOf(page);
    const file: unknown = files && (await act(files, 'getFile', path));
    return isObject(file) ? await textOf(await act<KernelFile>(file, 'fetch')) : null;
  } catch {
    return null;
  }
}

/** False when it was not written, as far as the page tells. */
export async function writeRuntimeFile(
  page: ColabPage,
  parent: string,
  name: string,
  content: ArrayBuffer = new ArrayBuffer(0),
): Promise<boolean> {
  try {
    const files = filesOf(page);
    const progress = { canceled: false, update: (): void => {} };
    const written = files && (await act(files, 'write', parent, name, content, progress));
    return isObject(written) && (!('ok' in written) || written.ok === true);
  } catch {
    return false;
  }
}

/** A file may come as a Blob, a Response, bytes or a text: no source says which. */
async function textOf(content: unknown): Promise<string | null> {
  if (typeof content === 'string') return content;
  if (content instanceof ArrayBuffer || ArrayBuffer.isView(content)) {
    return new TextDecoder().decode(content);
  }
  const readable: { text?: unknown; ok?: unknown } | null = isObject(content) ? content : null;
  if (!readable || readable.ok === false || !can(readable, 'text')) return null;
  return asText(await act(readable, 'text')) ?? null;
}
