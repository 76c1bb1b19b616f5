import { z } from 'zod';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      optional: z.boolean().optional(),
      inBundle: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/**
 * What is wrong with a lockfile: packages that could be exchanged on their way here, because nothing says what they must
 * be, and addresses, which are those of whoever wrote the file. `contributing` names the packages without integrity that
 * are known: only optional ones may be among them.
 */
export function lockfileProblems(json: string, contributing: string): string[] {
  return Object.entries(Lockfile.parse(JSON.parse(json)).packages).flatMap(([path, entry]) => {
    // The project itself.
    if (path === '') return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const what = `${name}@${entry.version}`;
    const problems: string[] = [];
    if (entry.resolved !== undefined) problems.push(`${what} has an address: ${entry.resolved}`);
    if (entry.integrity === undefined && !entry.inBundle) {
      if (!entry.optional) problems.push(`${what} has no integrity`);
      else if (!contributing.includes(`\`${name}\``)) {
        problems.push(`${what} has no integrity, and CONTRIBUTING.md does not name it`);
      }
    }
    return problems;
  });
}
