const WORD = /(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g;
const PIECE = /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/g;

/**
 * Splits a command as a shell would, quotes and backslashes included, but expands nothing. On Windows a backslash
 * stands between folders and escapes nothing.
 */
export function splitWords(command: string, platform: NodeJS.Platform = process.platform): string[] {
  const escaped = platform === 'win32' ? command.replaceAll('\\', '\\\\') : command;
  const words = escaped.match(WORD) ?? [];
  return words.map((word) =>
    word.replace(
      PIECE,
      (_piece, double?: string, single?: string, backslashed?: string, plain?: string) =>
        double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? backslashed ?? plain ?? '',
    ),
  );
}
