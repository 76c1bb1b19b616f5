import type { Files } from './zip-folder.ts';

/** The extension as the Web Store takes it: a store gives it a key of its own, and refuses ours. */
export function forWebStore(files: Files): Files {
  const manifest: Record<string, unknown> = JSON.parse(textOf(files, 'manifest.json'));
  const { key: _, ...others } = manifest;
  const text = `${JSON.stringify(others, null, 2)}\n`;
  return new Map([...files, ['manifest.json', new TextEncoder().encode(text)]]);
}

function textOf(files: Files, name: string): string {
  const bytes = files.get(name);
  if (!bytes) throw new Error(`${name} is not in dist/extension: run "npm run build" first.`);
  return new TextDecoder().decode(bytes);
}
