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
      // Where a cell stands in the page is all that is shown at a cell needs to know.
      to: { path: '^src/colab/', pathNot: '^src/colab/cell-element\\.ts$' },
    },
    mayOnlyImport(
      'agents',
      '^src/agents/',
      ['^src/(notebook|wire)/'],
      'Who they are, and what each has seen.',
    ),
    mayOnlyImport('clock', '^src/clock/', [], 'The time is the same for all.'),
    mayOnlyImport('notebook', '^src/notebook/', [], 'The Notebook interface depends on nothing.'),
    mayOnlyImport(
      'wire',
      '^src/wire/',
      ['^src/(agents|clock|notebook|policy|journal)/'],
      'The wire carries the notebook, what the user allows and what agents did, and knows nothing else.',
    ),
    {
      name: 'wire-stays-small',
      comment: 'The wire is in every page of Colab: it takes along what it carries as types, and no package.',
      severity: 'error',
      from: { path: '^src/wire/' },
      to: { path: '^(src/(agents|clock|policy|journal)|node_modules)/', dependencyTypesNot: ['type-only'] },
    },
    mayOnlyImport('outputs', '^src/outputs/', ['^src/(notebook|wire)/']),
    mayOnlyImport(
      'runs',
      '^src/runs/',
      ['^src/(agents|clock|notebook|outputs|wire)/'],
      'A run is a run, whichever tool asks for it.',
    ),
    mayOnlyImport('proposals', '^src/proposals/', ['^src/(agents|clock|notebook)/']),
    mayOnlyImport('resources', '^src/resources/', ['^src/(notebook|outputs|runs|wire)/']),
    mayOnlyImport(
      'files',
      '^src/files/',
      ['^src/(clock|notebook|wire|kernel)/', '^src/tools/tool\\.ts$'],
      'Files of the runtime, for tools of any world.',
    ),
    mayOnlyImport(
      'secrets',
      '^src/secrets/',
      ['^src/wire/json\\.ts$'],
      'What must not be said, in any world.',
    ),
    mayOnlyImport('kernel', '^src/kernel/', ['^src/(notebook|wire|outputs)/']),
    mayOnlyImport(
      'colab',
      '^src/colab/',
      ['^src/(clock|notebook|wire)/', '^src/kernel/(inline-parts\\.ts|forget_source\\.py)$'],
      'The code that knows Colab implements the Notebook interface, without tools or extension.',
    ),
    mayOnlyImport(
      'tools',
      '^src/tools/',
      ['^src/(agents|clock|proposals|notebook|outputs|resources|runs|wire|kernel|files|secrets)/'],
      'Tools run in any world: they see the Notebook interface, never the page.',
    ),
    mayOnlyImport(
      'policy',
      '^src/policy/',
      ['^src/(agents|clock|notebook|tools)/', '^src/wire/json\\.ts$'],
      'What the user allows is said of effects of tools, not of one tool.',
    ),
    mayOnlyImport(
      'journal',
      '^src/journal/',
      ['^src/(agents|notebook|tools)/', '^src/wire/json\\.ts$'],
      'What agents did is written down by whoever does it.',
    ),
    {
      name: 'effects-are-types',
      comment: 'Policy and journal know the effects of tools by name; they must not bring the tools along.',
      severity: 'error',
      from: { path: '^src/(policy|journal)/' },
      to: { path: '^src/tools/', dependencyTypesNot: ['type-only'] },
    },
    mayOnlyImport(
      'calls',
      '^src/calls/',
      ['^src/(agents|notebook|wire|tools|policy|journal)/'],
      'A call is a call, whichever tool or resource it is of and in whichever world.',
    ),
    {
      name: 'tools-do-not-call-themselves',
      comment: 'A tool says what it does; whether it may, and that it was asked, is decided around it.',
      severity: 'error',
      from: { path: '^src/(tools|runs|outputs|resources)/' },
      to: { path: '^src/(calls|policy|journal)/' },
    },
    mayOnlyImport('prompts', '^src/prompts/', [], 'Prompts name tools in words, and need nothing of them.'),
    mayOnlyImport('ui', '^src/ui/', ['^src/(agents|notebook|wire|policy|journal)/']),
    mayOnlyImport(
      'bridge',
      '^bridge/',
      [
        '^src/(agents|calls|policy|journal|tools|prompts|notebook|wire|outputs|kernel|files)/',
        '^src/(runs|resources)/',
      ],
      "The bridge lives on the user's machine: no page, no extension.",
    ),
    {
      name: 'runs-are-where-the-kernel-is',
      comment:
        'Runs of a notebook are kept in its tab, and the bridge passes calls on. Only without a browser has it a kernel, and runs, of its own.',
      severity: 'error',
      from: { path: '^bridge/', pathNot: '^bridge/runtime/' },
      to: { path: '^src/(runs|resources)/' },
    },
    {
      name: 'jupyter-only-without-a-browser',
      comment: 'The client library is large: it is loaded with the first call to a runtime, and never else.',
      severity: 'error',
      from: { path: '^bridge/', pathNot: '^bridge/runtime/' },
      to: { path: '^node_modules/@jupyterlab/' },
    },
    mayOnlyImport(
      'background',
      '^background/',
      ['^src/(agents|wire|notebook|policy|ui)/'],
      'The background carries frames and asks for consent; what a tool means is none of its business.',
    ),
    mayOnlyImport(
      'starter',
      '^content-scripts/(page-)?starter(\\.iife\\.ts$|/)',
      ['^src/wire/'],
      'The starters are in every page of Colab, with an agent or without: they must not bring the session along.',
    ),
    {
      name: 'starter-stays-small',
      comment: 'No zod, no MCP, no polyfill: a page without an agent pays for what the starters import.',
      severity: 'error',
      from: { path: '^content-scripts/(page-)?starter(\\.iife\\.ts$|/)' },
      to: { path: '^node_modules/' },
    },
    mayOnlyImport(
      'session',
      '^content-scripts/session(\\.iife\\.ts$|/)',
      [
        '^content-scripts/starter/',
        '^src/(agents|calls|clock|policy|journal|proposals|tools|prompts|notebook|wire|outputs|resources|runs|kernel|files|secrets|ui)/',
        '^src/colab/cell-element\\.ts$',
      ],
      'The session is the MCP server of the tab, in a world without the page.',
    ),
    mayOnlyImport(
      'page',
      '^content-scripts/page\\.iife\\.ts$',
      ['^src/(clock|colab|notebook|wire)/'],
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
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
