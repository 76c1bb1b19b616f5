import { homedir } from 'node:os';

/**
 * Undefined where there is none: a container may run under a user that nobody knows. Also where it is set to nothing:
 * a path below it would be in whatever folder we are in.
 */
export function homeFolder(lookUp: () => string = homedir): string | undefined {
  try {
    return lookUp() || undefined;
  } catch {
    // Without HOME the system is asked for the user's entry, and there may be none.
    return undefined;
  }
}
