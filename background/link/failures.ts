import type { FailureData } from '../../src/notebook/failure.ts';

/** Why a call could not be answered the usual way, in the words that the agent gets. */
export const RELOADED: FailureData = {
  kind: 'lost',
  message: 'The notebook tab was reloaded or left while the call was under way; what it had begun may go on.',
  next: 'Read the notebook with get_cells (includeOutputs) to see what was done, then go on.',
};

export const GONE: FailureData = {
  kind: 'lost',
  message: 'The call was under way; what it had begun may go on.',
  next: 'Ask the user to open the notebook and connect it again.',
};

export const ANSWER_LOST: FailureData = {
  kind: 'lost',
  message: 'The call was carried out, but its answer was lost with the connection.',
  next: 'Read the notebook to see what was done before you do it again.',
};

export const NO_TAB: FailureData = {
  kind: 'not_connected',
  message: 'The notebook tab is not ready: it is still loading, or waits for the user to allow access.',
  next: 'Ask the user to look at the Colab tab, then call again. Nothing was done.',
};

export const TOO_LARGE: FailureData = {
  kind: 'unsupported',
  message:
    'The call was carried out, but its result is larger than one frame may be (1,000,000 bytes) and was not sent.',
  next: 'Do not do it again. Read the result in smaller parts: a smaller range of cells, or without outputs.',
};
