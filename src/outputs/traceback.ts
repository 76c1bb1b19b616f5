const RULE = /^-{20,}$/;
const HEADER = /^(?:\S+\s+)?Traceback \(most recent call last\):?$/;
const CONNECTOR = /^(?:The above exception was the direct cause|During handling of the above exception)/;
const MESSAGE = /^[\p{L}_][\p{L}\p{N}_.]*(?::|$)/u;
/** Source lines are numbered or indented, or say that something is left out. */
const BODY = /^(?:$|\s|-+>|\.\.\.|\[)/;

/** Python shortens tracebacks long before; each line is held against a dozen patterns. */
const MOST_LINES = 20_000;

interface Frame {
  isUsers: boolean;
  lines: string[];
}

/** One exception of a chain. */
interface Section {
  header: string[];
  frames: Frame[];
  /** "Type: message" and all that follows it. */
  message: string[];
}

/**
 * The same traceback with the user's own frames whole and before the library's, of which only the places are left: the
 * mistake is in the former, and nobody mends the latter. One without any frame of the user keeps all of them whole,
 * and one that cannot be read is left as it is.
 */
export function userFramesFirst(lines: string[]): string[] {
  return rearranged(lines, arrange);
}

/** A rule, and the title that the message at the end says as well. */
const TITLE = /^-{20,}$|Traceback \(most recent call last\)/;

/** The same without the library's frames: where the user's own code failed, and with what. */
export function userFramesAlone(lines: string[]): string[] {
  return rearranged(lines, ({ header, frames, message }) => [
    ...header.filter((line) => !TITLE.test(line)),
    ...frames.filter(({ isUsers }) => isUsers).flatMap((frame) => frame.lines),
    ...message,
  ]);
}

function rearranged(lines: string[], arrange: (section: Section) => string[]): string[] {
  const sections = lines.length > MOST_LINES ? null : readSections(lines);
  if (!sections) return lines;
  const hasUsers = sections.some(({ frames }) => frames.some(({ isUsers }) => isUsers));
  return hasUsers ? sections.flatMap(arrange) : lines;
}

function arrange({ header, frames, message }: Section): string[] {
  const users = frames.filter(({ isUsers }) => isUsers).flatMap((frame) => frame.lines);
  const library = frames.filter(({ isUsers }) => !isUsers).flatMap((frame) => placeAlone(frame.lines));
  const between = users.length > 0 && library.length > 0 ? ['Library frames:'] : [];
  return [...header, ...users, ...between, ...library, ...message];
}

/** Frames of which Python shows no more: "[... skipping similar frames …]", "[Previous line repeated …]". */
const SKIPPED = /^\s{0,8}\[(?:\.\.\.|Previous line)/;

/** IPython 7 has the line's number only beside its source. */
const ARROW = /^-{1,20}> ?(\d{1,9})(?: |$)/;

const NUMBERED = /(?::\d+|, line \d+)(?:, in |$)/;

/** What is left of a library's frame: file, line and function, and how many like it were skipped. */
function placeAlone([heading = '', ...body]: string[]): string[] {
  const place = withoutArguments(heading);
  const number = NUMBERED.test(place) ? undefined : firstMatch(ARROW, body);
  const numbered = number === undefined ? place : place.replace(/ in (?=\S{1,500}$)/, `:${number} in `);
  return [numbered, ...body.filter((line) => SKIPPED.test(line))];
}

function firstMatch(pattern: RegExp, lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** "in loads(s, cls, **kw)" is "in loads". */
function withoutArguments(heading: string): string {
  const name = heading.indexOf(' in ');
  const open = name < 0 || !heading.endsWith(')') ? -1 : heading.indexOf('(', name);
  return open < 0 ? heading : heading.slice(0, open);
}

function readSections(lines: string[]): Section[] | null {
  let section: Section = { header: [], frames: [], message: [] };
  const sections = [section];
  for (const line of lines) {
    if (opensSection(line)) {
      section = { header: [line], frames: [], message: [] };
      sections.push(section);
      continue;
    }
    // A message may have any number of lines of any kind: only the next exception ends it.
    if (section.message.length > 0) {
      section.message.push(line);
      continue;
    }
    const frame = section.frames.at(-1);
    const place = placeOfFrame(line);
    if (place !== null) section.frames.push({ isUsers: isUsersPlace(place), lines: [line] });
    else if (!frame) section.header.push(line);
    else if (BODY.test(line)) frame.lines.push(line);
    else if (MESSAGE.test(line)) section.message.push(line);
    else return null;
  }
  return sections;
}

function opensSection(line: string): boolean {
  return line.length < 500 && (RULE.test(line) || HEADER.test(line) || CONNECTOR.test(line));
}

/**
 * The line that opens a frame, in the forms IPython and Python give it; the place is the first group. What may be
 * anything is `[^\n]`: a dot stops at other line ends as well, and the search would begin again at every place.
 */
const FRAME_HEADINGS = [
  // IPython 8 and later: Cell In[3], line 4, in g() · Input In [3], in <cell line: 4>()
  /^((?:Cell|Input) In ?\[\d+\])(?:, line \d+)?(?:, in [^\n]*)?$/,
  // IPython 8 and later: File /usr/lib/python3.11/json/decoder.py:337, in JSONDecoder.decode(self, s)
  /^File ([^"][^\n]*?):\d+(?:, in [^\n]*)?$/,
  // IPython 7: <ipython-input-3-d81024caa7d8> in g() · /content/drive/My Drive/tools.py in load(path)
  /^(<[^<>]+>|[~/.][^\n]*?|[^\s:]+\.\w+) in \S[^\n]*$/,
  // Python: File "<string>", line 1, in <module>
  /^ {2}File "([^"]+)", line \d+(?:, in [^\n]*)?$/,
];

const CELL = /^(?:(?:Cell|Input) In ?\[|<ipython-input-|<cell-|\/tmp\/(?:ipykernel_|ipython-input-))/;
const TYPED_IN = /^<(?:string|stdin|module|unknown|console)>$/;
const LIBRARY =
  /(?:^|\/)(?:site-packages|dist-packages)\/|\/lib(?:64)?\/python\d|\/python\d+\.zip\/|^\/(?:usr|opt|lib)\//;

/** Headings are short; what is longer is a message, and not worth the search. */
const LONGEST_HEADING = 2_000;

/** Where a frame is, if this line opens one. */
export function placeOfFrame(line: string): string | null {
  if (line.length > LONGEST_HEADING) return null;
  for (const heading of FRAME_HEADINGS) {
    const place = heading.exec(line)?.[1];
    if (place) return place;
  }
  return null;
}

/** Cells and the user's own files, as opposed to what is installed. */
export function isUsersPlace(place: string): boolean {
  if (CELL.test(place) || TYPED_IN.test(place)) return true;
  if (place.startsWith('<') || LIBRARY.test(place)) return false;
  // Compiled extensions name their sources relative to their own build: pandas/_libs/index.pyx.
  return /^[~/]/.test(place) || place.endsWith('.py');
}
