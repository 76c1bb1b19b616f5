import { describe, it } from 'vitest';

const isWindows = process.platform === 'win32';

/**
 * Tests of what Windows does not have: modes of files, signals, scripts that begin with `#!`, links that anybody may make.
 * There they are skipped, and counted as skipped.
 */
export const onPosix = { it: it.skipIf(isWindows), describe: describe.skipIf(isWindows) };
