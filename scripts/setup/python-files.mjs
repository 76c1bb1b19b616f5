// Lets Node import `*.py?raw` as its text, as Vite does: for scripts that load the tools without a build.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

if (!import.meta.url.includes('?hooks')) register(`${import.meta.url}?hooks`);

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  if (!specifier.endsWith('.py?raw')) return next(specifier, context);
  return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.py?raw')) return next(url, context);
  const text = await readFile(fileURLToPath(url.replace('?raw', '')), 'utf8');
  return { format: 'module', source: `export default ${JSON.stringify(text)};`, shortCircuit: true };
}
