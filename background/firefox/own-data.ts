/** Firefox can close `storage.session` alone, and has: the rest is open to content scripts of the extension, though not to pages. */
export function closeOwnData(): void {}
