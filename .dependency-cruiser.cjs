/**
 * Which part may import which. The folders are worlds and layers: the page, the extension, the user's machine.
 * An import against these directions would carry one world's knowledge into another.
 */

/** What a folder may import of the project; packages are not restricted here. */
function mayOnlyImport(name, from, allowed, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from },
    to: { path: `^(${PROJECT.join('|')})/`, pathNot: [from, ...allowed] },
  };
}

const PROJECT = ['background', 'bridge', 'content-scripts', 'playground', 'scripts', 'src', 'test'];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'unresolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      // Vite resolves these itself (?raw, ?worker and its virtual modules).
      to: { couldNotResolve: true, pathNot: '(\\?|^virtual:)' },
    },
    {
      name: 'colab-only-in-the-page',
      comment: 'Only the page agent knows Colab; everything else speaks the Notebook interface.',
      severity: 'error',
      from: {
        path: `^(${PROJECT.join('|')})/`,
        pathNot: ['^src/colab/', '^content-scripts/page\\.iife\\.ts$', '^test/'],
      },
      to: { path: '^src/colab/' },
    },
    mayOnlyImport('notebook', '^src/notebook/', [], 'The Notebook interface depends on nothing.'),
    mayOnlyImport(
      'wire',
      '^src/wire/',
      ['^src/notebook/'],
      'The wire carries the notebook, and knows nothing else.',
    ),
    mayOnlyImport('outputs', '^src/outputs/', ['^src/(notebook|wire)/']),
    mayOnlyImport(
      'runs',
      '^src/runs/',
      ['^src/(notebook|outputs|wire)/'],
      'A run is a run, whichever tool asks for it.',
    ),
    mayOnlyImport('resources', '^src/resources/', ['^src/(notebook|outputs|runs|wire)/']),
    mayOnlyImport('kernel', '^src/kernel/', ['^src/(notebook|wire|outputs)/']),
    mayOnlyImport(
      'colab',
      '^src/colab/',
      ['^src/(notebook|wire)/'],
      'The code that knows Colab implements the Notebook interface, without tools or extension.',
    ),
    mayOnlyImport(
      'tools',
      '^src/tools/',
      ['^src/(notebook|outputs|resources|runs|wire|kernel)/'],
      'Tools run in any world: they see the Notebook interface, never the page.',
    ),
    mayOnlyImport('ui', '^src/ui/', ['^src/(notebook|wire)/']),
    mayOnlyImport(
      'bridge',
      '^bridge/',
      ['^src/(calls|journal|policy|tools|notebook|wire|outputs|kernel)/'],
      "The bridge lives on the user's machine: no page, no extension.",
    ),
    mayOnlyImport(
      'background',
      '^background/',
      ['^src/(wire|notebook|ui)/'],
      'The background carries frames and asks for consent; what a tool means is none of its business.',
    ),
    mayOnlyImport(
      'session',
      '^content-scripts/session(\\.iife\\.ts$|/)',
      ['^src/(tools|notebook|wire|outputs|resources|runs|kernel|ui)/'],
      'The session is the MCP server of the tab, in a world without the page.',
    ),
    mayOnlyImport(
      'page',
      '^content-scripts/page\\.iife\\.ts$',
      ['^src/(colab|notebook|wire)/'],
      'The page agent shares its world with the site: no tools, no extension API.',
    ),
    mayOnlyImport(
      'playground',
      '^playground/',
      [],
      'The playground stands in for Colab, so it must not know us.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
