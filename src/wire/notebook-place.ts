import type { NotebookPlace } from './messages.ts';

/** The path names the notebook; one that is opened by address is named by its fragment. */
export function placeAt({
  origin,
  pathname,
  hash,
}: Pick<URL, 'origin' | 'pathname' | 'hash'>): NotebookPlace {
  const fileId = new URLSearchParams(hash.slice(1)).get('fileId');
  return { origin, path: pathname + (fileId ? `#fileId=${fileId}` : '') };
}

export const samePlace = (one: NotebookPlace, other: NotebookPlace): boolean =>
  one.origin === other.origin && one.path === other.path;
