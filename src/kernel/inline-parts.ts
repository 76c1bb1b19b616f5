/** A line of a script that takes names from another file of ours. */
const IMPORT = /^from (\w+) import (?:\([^)]*\)|.*)\n/gm;

/**
 * A script with the files that it imports from put in front of it, each once: a kernel has no folder of ours to import
 * from, and nothing of ours is to stay among its modules. `parts`: their sources, by name.
 */
export function inlineParts(source: string, parts: Readonly<Record<string, string>>): string {
  const taken = new Set<string>();
  const inFront: string[] = [];
  const inline = (text: string): string =>
    text.replace(IMPORT, (line, name: string) => {
      const part = parts[name];
      if (part === undefined) return line;
      if (!taken.has(name)) {
        taken.add(name);
        const inlined = inline(part);
        inFront.push(inlined);
      }
      return '';
    });
  const own = inline(source);
  return [...inFront, own].join('\n');
}
