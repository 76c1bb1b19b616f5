import type { FailureKind } from '../notebook/failure.ts';
import { Failure } from '../notebook/failure.ts';

/** What the system said, by its name for it, and in its words. */
interface FileError {
  code: string;
  reason: string;
}

const KNOWN: Record<string, [FailureKind, (path: string) => string, string]> = {
  ENOENT: [
    'not_found',
    (path) => `The runtime has no ${path}.`,
    'list_files shows what is there. Paths are relative to the folder that the notebook works in.',
  ],
  ENOTDIR: ['not_found', (path) => `A part of ${path} is a file, not a folder.`, 'Look with list_files.'],
  EISDIR: [
    'invalid_input',
    (path) => `${path} is a folder, or no ordinary file.`,
    'Name a file. Pack a folder into one first, with execute_code: shutil.make_archive.',
  ],
  EEXIST: [
    'conflict',
    (path) => `The runtime has a file at ${path} already; it was left as it is.`,
    'Give another path, or overwrite: true if it may be replaced.',
  ],
  EACCES: ['denied', (path) => `The runtime may not open ${path}.`, 'Use a folder that it may use.'],
  EPERM: ['denied', (path) => `The runtime may not open ${path}.`, 'Use a folder that it may use.'],
  ELOOP: ['denied', (path) => `A link stands in the way of ${path}.`, 'Use another name.'],
  ENOSPC: [
    'user_action_required',
    (path) => `The disk of the runtime has no room for ${path}; nothing was put there.`,
    'Free some room with execute_code, or ask the user; then call again.',
  ],
  CHANGED: [
    'conflict',
    (path) => `${path} was changed while it was transferred; nothing was put in its place.`,
    'Call again when nobody writes to it.',
  ],
};

export function fileFailure({ code, reason }: FileError, path: string): Failure {
  const known = KNOWN[code];
  if (known) return new Failure(known[0], known[1](path), known[2]);
  return new Failure(
    'internal',
    `The runtime could not do it with ${path}: ${reason}.`,
    'Look with list_files.',
  );
}
