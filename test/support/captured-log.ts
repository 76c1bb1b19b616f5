import { Log } from '../../bridge/log.ts';

/** A log, and the lines it would have put on stderr. */
export function capturedLog(file?: string): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const log = new Log(file, { write: (text) => lines.push(text.replace(/^cellwire: |\n$/g, '')) });
  return { log, lines };
}
