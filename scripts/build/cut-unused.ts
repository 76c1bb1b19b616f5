import type { Plugin } from 'vite';

/**
 * Ways of packages that nothing here ever takes, and that Firefox's reviewers ask about: text that becomes markup, and
 * text that becomes code.
 */
const CUTS = [
  { file: '/preact/dist/preact.mjs', from: '(t.innerHTML=h.__html)', to: '0' },
  {
    file: '/zod/v4/core/util.js',
    from: /const F = Function;\s+new F\(""\);\s+return true;/,
    to: 'return false;',
  },
];

export function cutUnused(): Plugin {
  return {
    name: 'cellwire-cut-unused',
    transform(code, id) {
      const cut = CUTS.find(({ file }) => id.endsWith(file));
      if (!cut) return null;
      const left = code.replace(cut.from, cut.to);
      if (left === code) this.error(`${id} is not what it was: see ${import.meta.filename}.`);
      return { code: left, map: null };
    },
  };
}
