import type { NotebookPlace } from '../../src/wire/messages.ts';

/** Where this tab is. The path names the notebook; one that is opened by address is named by its fragment. */
export function place(): NotebookPlace {
  const fileId = new URLSearchParams(location.hash.slice(1)).get('fileId');
  return { origin: location.origin, path: location.pathname + (fileId ? `#fileId=${fileId}` : '') };
}

export function isShown({ origin, path }: NotebookPlace): boolean {
  const shown = place();
  return origin === shown.origin && path === shown.path;
}
