import { downloadFile } from './files/download-file.ts';
import { listFiles } from './files/list-files.ts';
import { listSecrets } from './files/list-secrets.ts';
import { uploadFile } from './files/upload-file.ts';
import { useSecret } from './files/use-secret.ts';
import { addCells } from './notebook/add-cells.ts';
import { addCodeCell } from './notebook/add-code-cell.ts';
import { addTextCell } from './notebook/add-text-cell.ts';
import { deleteCell } from './notebook/delete-cell.ts';
import { editCell } from './notebook/edit-cell.ts';
import { getCells } from './notebook/get-cells.ts';
import { getNotebookOutline } from './notebook/get-notebook-outline.ts';
import { moveCell } from './notebook/move-cell.ts';
import { moveCells } from './notebook/move-cells.ts';
import { proposeEdit } from './notebook/propose-edit.ts';
import { replaceInNotebook } from './notebook/replace-in-notebook.ts';
import { searchNotebook } from './notebook/search-notebook.ts';
import { updateCell } from './notebook/update-cell.ts';
import { answerInput } from './run/answer-input.ts';
import { clearOutputs } from './run/clear-outputs.ts';
import { executeCell } from './run/execute-cell.ts';
import { getRun } from './run/get-run.ts';
import { interruptExecution } from './run/interrupt-execution.ts';
import { listRuns } from './run/list-runs.ts';
import { runCells } from './run/run-cells.ts';
import { runCodeCell } from './run/run-code-cell.ts';
import { viewOutput } from './run/view-output.ts';
import { connectRuntime } from './runtime/connect-runtime.ts';
import { executeCode } from './runtime/execute-code.ts';
import { freeMemory } from './runtime/free-memory.ts';
import { getRuntimeInfo } from './runtime/get-runtime-info.ts';
import { inspectVariable } from './runtime/inspect-variable.ts';
import { listVariables } from './runtime/list-variables.ts';
import { restartRuntime } from './runtime/restart-runtime.ts';
import { runChunked } from './runtime/run-chunked.ts';
import { getStatus } from './session/get-status.ts';
import { detectSyncNeeded } from './state/detect-sync-needed.ts';
import { listCheckpoints } from './state/list-checkpoints.ts';
import { loadCheckpoint } from './state/load-checkpoint.ts';
import { saveCheckpoint } from './state/save-checkpoint.ts';
import { syncState } from './state/sync-state.ts';
import type { RuntimeContext, Tool } from './tool.ts';

/** Tools that need the notebook itself. One that does with the kernel alone belongs to the others, and does not compile here. */
const notebookTools = needingNotebook(
  getStatus,
  getNotebookOutline,
  getCells,
  searchNotebook,
  addCodeCell,
  addTextCell,
  addCells,
  updateCell,
  editCell,
  replaceInNotebook,
  proposeEdit,
  deleteCell,
  moveCell,
  moveCells,
  executeCell,
  runCodeCell,
  runCells,
  clearOutputs,
  answerInput,
  connectRuntime,
  restartRuntime,
  detectSyncNeeded,
  syncState,
  listSecrets,
  useSecret,
);

/** Tools that need a kernel and no notebook: so the bridge can also carry them out itself, without a browser. */
export const runtimeTools: ReadonlyArray<Tool<RuntimeContext>> = [
  getRun,
  listRuns,
  interruptExecution,
  viewOutput,
  executeCode,
  getRuntimeInfo,
  listVariables,
  inspectVariable,
  freeMemory,
  runChunked,
  saveCheckpoint,
  loadCheckpoint,
  listCheckpoints,
  listFiles,
  downloadFile,
  uploadFile,
];

/** Every tool of the extension. The bridge lists the same, connected or not. */
export const tools: readonly Tool[] = [...notebookTools, ...runtimeTools];

type NeedsNotebook<One> = One extends Tool<RuntimeContext> ? 'this tool belongs to runtimeTools' : One;

function needingNotebook<const Tools extends readonly Tool[]>(
  ...tools: { [At in keyof Tools]: NeedsNotebook<Tools[At]> }
): readonly Tool[] {
  return tools;
}
