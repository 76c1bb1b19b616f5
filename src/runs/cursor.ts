import { Failure } from '../notebook/failure.ts';
import type { Mark } from './output-log.ts';
import { START } from './output-log.ts';

/** A mark as the text that agents hand back. */
export function toCursor({ event, offset }: Mark): string {
  return `${event}.${offset}`;
}

export function fromCursor(cursor: string | undefined): Mark {
  if (cursor === undefined) return START;
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor);
  if (!match) {
    throw new Failure(
      'invalid_input',
      `"${cursor}" is not a cursor.`,
      'Pass the cursor of an earlier answer, or none to read from the start.',
    );
  }
  return { event: Number(match[1]), offset: Number(match[2]) };
}
