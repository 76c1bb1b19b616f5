import { Failure } from '../notebook/failure.ts';
import type { Mark } from './output-log.ts';
import { START } from './output-log.ts';

/** A mark as the text that agents hand back. */
export function toCursor({ epoch, index, offset, version }: Mark): string {
  return [epoch, index, offset, version].join('.');
}

export function fromCursor(cursor: string | undefined): Mark {
  if (cursor === undefined) return START;
  const [epoch, index, offset, version, ...more] = cursor.split('.').map(Number);
  const numbers = [epoch, index, offset, version];
  if (
    more.length > 0 ||
    !numbers.every((number) => number !== undefined && Number.isInteger(number) && number >= 0)
  ) {
    throw new Failure(
      'invalid_input',
      `"${cursor}" is not a cursor.`,
      'Pass the cursor of an earlier answer, or none to read from the start.',
    );
  }
  return { epoch: epoch ?? 0, index: index ?? 0, offset: offset ?? 0, version: version ?? 0 };
}
