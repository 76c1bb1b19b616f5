import type { FailureData } from '../../src/notebook/failure.ts';
import type { OpenRequest } from './open-requests.ts';

// Why a call could not be answered the usual way, in the words that the agent gets.

/** Its page is gone, and it may have had effects there. */
export function reloaded(request: OpenRequest): FailureData {
  return {
    kind: 'lost',
    message: `The notebook tab was reloaded or left while the call was under way; ${soFar(request)}`,
    next: 'Read the notebook with get_cells (includeOutputs) to see what was done, then go on.',
  };
}

/** The link ends. */
export function gone(request: OpenRequest, reason: string): FailureData {
  return {
    kind: 'lost',
    message: `${reason}. The call was under way; ${soFar(request)}`,
    next: 'Ask the user to open the notebook and connect it again.',
  };
}

/** The page has not given a sign of life. */
export function silent(request: OpenRequest): FailureData {
  return {
    kind: 'timeout',
    message: `The page of the notebook does not answer: the browser has put the tab to sleep, or a dialog or a computation blocks it; ${
      request.hasBegun ? soFar(request) : 'the call may still be carried out when the page wakes.'
    }`,
    next: 'Ask the user to look at the Colab tab. Read the notebook with get_cells (includeOutputs) before you do it again.',
  };
}

function soFar({ name, hasBegun, runId }: OpenRequest): string {
  if (runId !== null) return `${name} had started ${runId}, which may go on.`;
  return hasBegun
    ? `${name} had begun and may have been carried out in part or in full.`
    : 'what it had begun may go on.';
}

/** It waited for a page that does not answer, and was not passed on. */
export const ASLEEP: FailureData = {
  kind: 'timeout',
  message:
    'The page of the notebook does not answer: the browser has put the tab to sleep, or a dialog or a computation blocks it. The call was not passed on to it, so nothing was done.',
  next: 'Ask the user to look at the Colab tab, then call again.',
};

export const ANOTHER_NOTEBOOK: FailureData = {
  kind: 'lost',
  message: 'The user opened another notebook in the tab before the call had begun, so nothing was done.',
  next: 'Call get_status to see which notebook the tab shows now.',
};

export const ANSWER_LOST: FailureData = {
  kind: 'lost',
  message: 'The call was carried out, but its answer was lost with the connection.',
  next: 'Read the notebook to see what was done before you do it again.',
};

/** A call of our bridge that is meant for a notebook which the tab does not show any more. */
export const OTHER_NOTEBOOK: FailureData = {
  kind: 'not_connected',
  message:
    'The tab shows another notebook than the one that the call was meant for, so it was not carried out.',
  next: 'Name the notebook that you mean (list_notebooks shows those that are connected), or get the one before back with open_colab_browser_connection and its url.',
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
