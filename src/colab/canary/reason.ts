import type { ColabPage } from '../surface/page.ts';

const LONGEST = 200;
/** Not the apostrophe of "user's". */
const QUOTED = /["“`][^"”`]*["”`]|(?<!\w)'[^']*'(?!\w)/g;
/** What the engine says of the page's own code: "cannot read properties of undefined (reading 'model')". */
const NAME_IN_CODE = /^[a-z_$][\w$.]{0,30}(\(\))?$/i;
const PATH = /(?<![\w)])(~|[a-z]:)?([\\/][\w .-]*[\w.-]){2,}/gi;

/** Words of the page or of our own, without what is the user's: for reports that are pasted in public. */
export function withoutNames(page: ColabPage, text: string): string {
  const own = [page.notebookName, page.notebookId, ...page.cells.map(({ id }) => id)];
  const named = own
    .filter((name) => name.length > 2)
    .reduce((rest, name) => rest.replaceAll(name, '…'), text);
  const plain = named
    .replace(/\S+@\S+\.\S+/g, '…')
    .replace(/\b[a-z]+:\/\/\S+/gi, '…')
    .replace(QUOTED, (quoted) => (NAME_IN_CODE.test(quoted.slice(1, -1)) ? quoted : '"…"'))
    .replace(PATH, '…')
    .replace(/(?=\S*\d)[\w-]{20,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)} …` : plain;
}
