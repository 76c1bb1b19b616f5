import type { Output } from '../../notebook/cell.ts';
import * as select from './selectors.ts';

const IN_FRAME = '(shown in a frame of the page, which cannot be read from here)';
const NOT_DRAWN =
  '(not drawn by the page now, so it cannot be read: the cell is out of view, or the tab is hidden)';
const UNREAD_ERROR = 'The cell failed. What it raised is shown where it cannot be read from here.';

/** What the page shows of a cell's outputs, as nbformat: texts as they stand there, and a word for what is in a frame. */
export function readShownOutputs(cell: Element, executionCount: number | null): Output[] {
  const shown = cell.querySelector(select.OUTPUT)?.querySelectorAll(select.SHOWN_OUTPUT) ?? [];
  const outputs: Output[] = [];
  let last: Element | null = null;
  let isUnread = false;
  for (const element of shown) {
    if (last?.contains(element)) continue;
    last = element;
    isUnread ||= element.matches(select.OUTPUT_FRAME);
    outputs.push(toOutput(element, executionCount));
  }
  if (outputs.length === 0 && isUndrawn(cell)) {
    isUnread = true;
    outputs.push(displayed(NOT_DRAWN));
  }
  const isRaised = outputs.some(({ output_type }) => output_type === 'error');
  if (isUnread && !isRaised && showsFailure(cell)) outputs.push(error('Error', '', UNREAD_ERROR));
  return outputs;
}

/** What is out of view is taken out of the page, and what is hidden is drawn late. One that runs has yet to say something. */
export function isUndrawn(cell: Element): boolean {
  const hasOutput =
    cell.classList.contains(select.CELL_HAS_OUTPUT_CLASS) && !cell.matches(select.RUNNING_CELL);
  return hasOutput && cell.querySelector(select.OUTPUT)?.querySelector(select.SHOWN_OUTPUT) == null;
}

function toOutput(element: Element, executionCount: number | null): Output {
  if (element.matches(select.OUTPUT_FRAME)) return displayed(IN_FRAME);
  const text = textOf(element);
  if (element.matches(select.STREAM_OUTPUT)) {
    return { output_type: 'stream', name: element.matches(select.STDERR_OUTPUT) ? 'stderr' : 'stdout', text };
  }
  if (element.matches(select.ERROR_OUTPUT)) return toError(text);
  if (!element.matches(select.RESULT_OUTPUT)) return displayed(text);
  return { ...displayed(text), output_type: 'execute_result', execution_count: executionCount };
}

function displayed(text: string): Output {
  return { output_type: 'display_data', data: { 'text/plain': text }, metadata: {} };
}

/** The element around it may hold the text twice. */
function textOf(element: Element): string {
  const own = element.localName === 'pre' ? element : element.querySelector('pre');
  return (own ?? element).textContent ?? '';
}

/** IPython writes the name before everything else, and again with the message behind. */
function toError(traceback: string): Output {
  const lines = traceback.split('\n').filter((line) => line.trim() !== '');
  const named = lines.map((line) => /^([A-Za-z_][\w.]*) +Traceback \(/.exec(line)?.[1]).find(Boolean);
  const last = /^([A-Za-z_][\w.]*)(?:: (.*))?$/.exec(lines.at(-1) ?? '');
  const ename = named ?? last?.[1] ?? 'Error';
  const at = traceback.lastIndexOf(`\n${ename}: `);
  const evalue = at < 0 ? '' : traceback.slice(at + ename.length + 3).trimEnd();
  return error(ename, evalue, traceback);
}

function error(ename: string, evalue: string, traceback: string): Output {
  return { output_type: 'error', ename, evalue, traceback: traceback.split('\n') };
}

function showsFailure(cell: Element): boolean {
  const button = cell.querySelector(select.RUN_BUTTON)?.shadowRoot;
  return button?.querySelector(select.FAILED_RUN) != null;
}
