/** Who asked for a run: a person in the page, or a script through the page's objects. */
export type RunOrigin = 'click' | 'script';

/** Thrown where a dialog's answer was no: the run is refused, not failed. */
export class RunRefused extends Error {}

/**
 * Stands before every run. It may wait for a dialog, refuse by throwing `RunRefused`, or answer false:
 * then nothing runs and nothing is said, which is what Colab does without a runtime.
 */
export type RunGate = (origin: RunOrigin) => Promise<boolean>;
