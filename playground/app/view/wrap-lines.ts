/** A line as it is drawn: a long one is several of them. */
export interface DrawnLine {
  text: string;
  /** Null for the rest of a line that was wrapped. */
  number: number | null;
  /** Blanks before the rest of a wrapped line, so that it stands below its beginning. */
  indent: number;
}

const TAB = 4;

/** Breaks lines behind a blank where there is one, as Monaco does. */
export function wrapLines(text: string, columns: number): DrawnLine[] {
  return text.split('\n').flatMap((line, at) => {
    let rest = expandTabs(line);
    const indent = Math.min(rest.length - rest.trimStart().length, columns / 2);
    const drawn: DrawnLine[] = [];
    do {
      const room = drawn.length === 0 ? columns : columns - indent;
      const blank = rest.lastIndexOf(' ', room - 1) + 1;
      const end = rest.length <= room ? rest.length : blank > indent ? blank : room;
      const isFirst = drawn.length === 0;
      drawn.push({ text: rest.slice(0, end), number: isFirst ? at + 1 : null, indent: isFirst ? 0 : indent });
      rest = rest.slice(end);
    } while (rest !== '');
    return drawn;
  });
}

export function expandTabs(line: string): string {
  let drawn = '';
  for (const character of line) {
    drawn += character === '\t' ? ' '.repeat(TAB - (drawn.length % TAB)) : character;
  }
  return drawn;
}
