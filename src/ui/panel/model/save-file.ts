/** The browser has its own copy once the download has begun. */
const KEPT_MS = 60_000;

/** A JSON text as a file of the user's. */
export function saveFile(name: string, text: string, at = new Date()): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
