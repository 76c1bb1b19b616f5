import { Failure } from '../../src/notebook/failure.ts';

export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

export const isFull = (thrown: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(thrown));

export function noRoom(path: string): Failure {
  return new Failure(
    'user_action_required',
    `The user's disk has no room for ${path}; nothing was kept of it.`,
    'Ask the user to free some room, then call again.',
  );
}

/** What the user's disk said, in words that say what to do. */
export function diskFailure(thrown: unknown, path: string): Failure {
  if (thrown instanceof Failure) return thrown;
  if (isFull(thrown)) return noRoom(path);
  switch (codeOf(thrown)) {
    case 'ENOENT':
      return new Failure('not_found', `The user's disk has no ${path}.`, 'Check the path, or ask the user.');
    case 'EEXIST':
      return exists(path);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Failure('denied', `The system does not let cellwire open ${path}.`, 'Use another folder.');
    case 'ELOOP':
      return new Failure('denied', `A link stands in the way of ${path}.`, 'Use another name.');
    case 'ENOTDIR':
    case 'EISDIR':
      return new Failure('invalid_input', `${path} is not a file, or not in a folder.`, 'Name a file.');
    default:
      return Failure.from(thrown);
  }
}

export const exists = (path: string): Failure =>
  new Failure(
    'conflict',
    `The user has a file at ${path} already; it was left as it is.`,
    'Give another name with "to", or overwrite: true if it may be replaced.',
  );
