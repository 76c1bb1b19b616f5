import * as select from '../surface/selectors.ts';

/** Their value says what an element is, and is one of a few words. */
const WITH_WORDS = ['role', 'command', 'slot', 'type', 'dialogaction', 'data-lang', 'data-mode-id', 'theme'];
/** That they are there is all that is said. */
const BARE = ['open', 'inert', 'hidden', 'disabled', 'checked', 'selected', 'contenteditable', 'heading'];
const WORD = /^[a-z][a-z-]{0,40}$/i;
/** Else `value` is what the user typed. */
const BUTTON_VALUES = ['ok', 'cancel', 'close'];
/** What we look for in outputs; the rest of what stands there is the user's. */
const OUTPUT_CLASSES =
  /^(output|outputview|output-\w+|output_\w+|stream|stderr|error|execute_result|pyout|stdin-widget|display_data)$/;

/** What may be said of an element: a list of what is known to be harmless, never all but a list of what is not. */
export function shownAttributes(
  element: Element,
  tokens: Tokens,
  isContent: boolean,
): Record<string, string> {
  const shown: Record<string, string> = {};
  if (element.id !== '' && !isContent) shown.id = tokens.plainId(element.id);
  const classes = [...element.classList].filter((name) => !isContent || OUTPUT_CLASSES.test(name));
  // Other extensions put theirs there, and Colab none that we look for.
  if (element.matches('html, body')) classes.length = 0;
  if (classes.length > 0) shown.class = classes.map((name) => tokens.plain(name)).join(' ');
  for (const name of WITH_WORDS) {
    const value = element.getAttribute(name);
    if (value !== null && WORD.test(value)) shown[name] = value;
  }
  for (const name of BARE) if (element.hasAttribute(name)) shown[name] = '';
  const value = element.getAttribute('value');
  if (value !== null && BUTTON_VALUES.includes(value)) shown.value = value;
  const name = element.getAttribute('name');
  if (name !== null && element.matches(select.ACCELERATOR_CHOICE)) shown.name = name;
  return shown;
}

/** Ids and classes without what is generated, or may be somebody's: each of those gets a number instead. */
export class Tokens {
  readonly #numbers = new Map<string, number>();
  readonly #cellIds: ReadonlySet<string>;

  constructor(cellIds: Iterable<string>) {
    this.#cellIds = new Set(cellIds);
  }

  /** That of a cell may read like a word, and other elements are named after cells, too. */
  plainId(id: string): string {
    const isOfCell = id.startsWith(select.CELL_ELEMENT_ID);
    for (let at = id.indexOf('-'); at >= 0; at = id.indexOf('-', at + 1)) {
      const behind = id.slice(at + 1);
      if (isOfCell || this.#cellIds.has(behind)) return `${id.slice(0, at + 1)}${this.#numberOf(behind)}`;
    }
    return this.plain(id);
  }

  plain(token: string): string {
    // An address or the name of a file.
    if (/[@.]/.test(token)) return `x${this.#numberOf(token)}`;
    const parts = token.split(/([-_:.])/);
    return parts.map((part) => (isPlain(part) ? part : `x${this.#numberOf(part)}`)).join('');
  }

  #numberOf(token: string): number {
    const number = this.#numbers.get(token) ?? this.#numbers.size + 1;
    this.#numbers.set(token, number);
    return number;
  }
}

/** A word, perhaps with a small number; not the random letters of ids. */
function isPlain(part: string): boolean {
  return /^([-_:.]|\d{0,3}|[a-z]{0,24}\d{0,2}|[A-Z]?[a-z]{1,20}([A-Z][a-z]{1,20}){0,3})$/.test(part);
}
