/** The line that opens a frame, in the forms IPython and Python give it; the place is the first group. */
const FRAME_HEADINGS = [
  // IPython 8 and later: Cell In[3], line 4, in g() · Input In [3], in <cell line: 4>()
  /^((?:Cell|Input) In ?\[\d+\])(?:, line \d+)?(?:, in .*)?$/,
  // IPython 8 and later: File /usr/lib/python3.11/json/decoder.py:337, in JSONDecoder.decode(self, s)
  /^File ([^"].*?):\d+(?:, in .*)?$/,
  // IPython 7: <ipython-input-3-d81024caa7d8> in g() · /content/drive/My Drive/tools.py in load(path)
  /^(<[^<>]+>|[~/.].*?|[^\s:]+\.\w+) in \S.*$/,
  // Python: File "<string>", line 1, in <module>
  /^ {2}File "([^"]+)", line \d+(?:, in .*)?$/,
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
