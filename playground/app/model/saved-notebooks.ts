const key = (fileId: string) => `playground-notebook:${fileId}`;

/** Where "Drive" is here: the browser's own storage. */
export function storeNotebook(fileId: string, json: Record<string, unknown>): void {
  localStorage.setItem(key(fileId), JSON.stringify(json));
}

export function loadNotebook(fileId: string): unknown {
  const stored = localStorage.getItem(key(fileId));
  return stored === null ? undefined : JSON.parse(stored);
}
