const WORD = /(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g;
const PIECE = /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/g;

/** Splits a command as a shell would, quotes and backslashes included, but expands nothing. */
export function splitWords(command: string): string[] {
  const words = command.match(WORD) ?? [];
  return words.map((word) =>
    word.replace(
      PIECE,
      (_piece, double?: string, single?: string, escaped?: string, plain?: string) =>
        double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? plain ?? '',
    ),
  );
}
