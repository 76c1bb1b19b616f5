import { addCodeCell } from './notebook/add-code-cell.ts';
import { addTextCell } from './notebook/add-text-cell.ts';
import { deleteCell } from './notebook/delete-cell.ts';
import { editCell } from './notebook/edit-cell.ts';
import { getCells } from './notebook/get-cells.ts';
import { getNotebookOutline } from './notebook/get-notebook-outline.ts';
import { moveCell } from './notebook/move-cell.ts';
import { proposeEdit } from './notebook/propose-edit.ts';
import { searchNotebook } from './notebook/search-notebook.ts';
import { updateCell } from './notebook/update-cell.ts';
import { clearOutputs } from './run/clear-outputs.ts';
import { executeCell } from './run/execute-cell.ts';
import { getRun } from './run/get-run.ts';
import { interruptExecution } from './run/interrupt-execution.ts';
import { runCells } from './run/run-cells.ts';
import { runCodeCell } from './run/run-code-cell.ts';
import { getStatus } from './session/get-status.ts';
import type { Tool } from './tool.ts';

/** Every tool of the extension. The bridge lists the same, connected or not. */
export const tools: readonly Tool[] = [
  getStatus,
  getNotebookOutline,
  getCells,
  searchNotebook,
  addCodeCell,
  addTextCell,
  updateCell,
  editCell,
  proposeEdit,
  deleteCell,
  moveCell,
  executeCell,
  runCodeCell,
  runCells,
  getRun,
  interruptExecution,
  clearOutputs,
];
