/**
 * Colab's private objects, as far as we use them. Every member is optional and unknown: nothing here
 * is promised by Google. The comments say how sure we are: "live" was seen on the real site, "read"
 * was read in its bundle, "contested" means that sources disagree, "old" was last seen before 2025.
 */

/** `window`, in the page's own world. */
export interface ColabWindow {
  /** live: holds `global`. */
  colab?: unknown;
  /** read: the build, such as `colab-external_20260326-060108_RC01_890055500`. */
  colabVersionTag?: unknown;
  /** live: Monaco's own API; holds `editor`. */
  monaco?: unknown;
}

export interface MonacoRoot {
  editor?: unknown;
}

export interface MonacoEditors {
  /** live: every editor that is rendered. */
  getEditors?: unknown;
}

/** One rendered editor, as Monaco documents it. */
export interface MonacoEditor {
  getDomNode?: unknown;
  getModel?: unknown;
  getSelection?: unknown;
  setSelection?: unknown;
}

export interface MonacoSelection {
  selectionStartLineNumber?: unknown;
  selectionStartColumn?: unknown;
  positionLineNumber?: unknown;
  positionColumn?: unknown;
}

export interface MonacoPosition {
  lineNumber?: unknown;
  column?: unknown;
}

export interface ColabRoot {
  /** live: undefined while Colab boots. */
  global?: unknown;
}

export interface ColabGlobal {
  notebook?: unknown;
  notebookModel?: unknown;
}

/** `colab.global.notebook`: the view of the whole notebook. */
export interface NotebookView {
  /** live: cell views in order; undefined, then empty, then filled during boot. */
  cells?: unknown;
  /** read: the same model as `colab.global.notebookModel`. */
  notebookModel?: unknown;
  getNotebookModel?: unknown;
  /** read: takes a cell's id. */
  focusCell?: unknown;
  /** live until 2024: the view of the selected cell, or null. */
  focusedCell?: unknown;
  /** contested: `(type, {after, index})` or `(index, type)`. */
  insertCell?: unknown;
  /** contested, seen once: `(type, {cellIndex})`. */
  addCell?: unknown;
  /** live: takes an array of cell views. */
  removeCells?: unknown;
  /** live, arguments contested: `([view], delta, 0)`. */
  moveCell?: unknown;
  /** read: whether any cell executes. */
  isExecuting?: unknown;
  /** guarded in every source that calls it. */
  interrupt?: unknown;
  /** old. */
  clearAllOutputs?: unknown;
  /** live: connects; 2 means that the user asked for it. */
  attemptAutoconnect?: unknown;
  connectToKernel?: unknown;
  kernel?: unknown;
  getKernel?: unknown;
  /** live: the files of the runtime; only while one is connected. */
  kernelFiles?: unknown;
  /** live: Colab's own tools for agents, callable in the page without a socket or a dialog. */
  colabMcpToolsService?: unknown;
}

/** `notebook.cells[i]`. */
export interface CellView {
  /** read and live. */
  getId?: unknown;
  cellId?: unknown;
  getCellId?: unknown;
  /** live: 'code' or 'text'. */
  getType?: unknown;
  /** live: the whole source, also when no editor is rendered. */
  getText?: unknown;
  /** live: replaces the source; may be asynchronous. */
  setText?: unknown;
  /** read: the `div.cell`. */
  getElement?: unknown;
  element_?: unknown;
  isFocused?: unknown;
  setFocused?: unknown;
  /** its name is live; brings up the editor. */
  enterCell?: unknown;
  /** live, code cells only. */
  isRunning?: unknown;
  isPending?: unknown;
  /** live: 0 or undefined before the first run; moves at the end of a run. */
  getExecutionCount?: unknown;
  /** live: the `colab-run-button` element. */
  runButton?: unknown;
  /** live, but resolves without running when the runtime is gone or the cell is virtualised. */
  manualExecute?: unknown;
  /** live: its promise may settle only when the cell has ended. */
  executeCellCommand?: unknown;
  model?: unknown;
}

/** `cell.model`, the same as an entry of `notebookModel.cells`. */
export interface CellModel {
  id?: unknown;
  /** 'code' or 'text'. */
  type?: unknown;
  /** live: a Monaco text model, there even when no editor is rendered. */
  textModel?: unknown;
  setText?: unknown;
  /** holds `executionInfo`. */
  metadata?: unknown;
  /** old, still the only whole record of outputs: the nbformat cell. */
  toJson?: unknown;
  /** read in 2024: `.currentOutput.outputItems[]`; not an array itself. */
  outputs?: unknown;
  /** old. */
  removeOutputs?: unknown;
  /** old: 'execution_completed'. */
  listenOnce?: unknown;
}

export interface TextModel {
  getValue?: unknown;
  setValue?: unknown;
  getOffsetAt?: unknown;
  getPositionAt?: unknown;
}

export interface ExecutionMetadata {
  executionInfo?: unknown;
}

export interface OutputsModel {
  currentOutput?: unknown;
}

export interface CurrentOutput {
  outputItems?: unknown;
}

export interface NbformatCell {
  outputs?: unknown;
  execution_count?: unknown;
}

/** `colab.global.notebookModel`. */
export interface NotebookModel {
  /** live: cell models in order. */
  cells?: unknown;
  /** read: `{fileId, source}`. */
  fileId?: unknown;
  getFileId?: unknown;
  getTitle?: unknown;
  metadata?: unknown;
  /** old: takes an array of cell models. */
  deleteCells?: unknown;
  /** read: '' , 'GPU' or 'TPU'. */
  getAccelerator?: unknown;
  /** read: such as 'T4'. */
  getAcceleratorModel?: unknown;
  /** read: 'notebook-python'. */
  getSyntaxLanguage?: unknown;
  getKernelSpec?: unknown;
  /** read: false for scratch notebooks, those of others, and those on GitHub. */
  saveable?: unknown;
}

export interface FileId {
  fileId?: unknown;
}

export interface NotebookMetadata {
  colab?: unknown;
  kernelspec?: unknown;
}

export interface Named {
  name?: unknown;
}

/** `notebook.kernel`. */
export interface ColabKernel {
  /** live. */
  isConnected?: unknown;
  /** live: 'connect', 'allocating', 'kernel idle', 'busy'. */
  getState?: unknown;
  state?: unknown;
  /** live: runs code outside any cell; a promise of a reply with a status. Outputs are shown nowhere. */
  execute?: unknown;
  /** read: no question before it. */
  restart?: unknown;
  /** seen once: `.session.kernelSessionId`. */
  connection?: unknown;
}

/** `notebook.kernelFiles`. */
export interface KernelFiles {
  /** read: takes a path, gives a `KernelFile`. */
  getFile?: unknown;
  /** live: `(parentDir, name, ArrayBuffer, {canceled, update()})`, gives `{ok, status}`. */
  write?: unknown;
}

export interface KernelFile {
  /** read: gives the content; of which kind is not known. */
  fetch?: unknown;
}

export interface KernelConnection {
  session?: unknown;
}

export interface KernelSession {
  kernelSessionId?: unknown;
}

export interface ToolsService {
  /** live: `{toolName, toolCallback}`. */
  tools?: unknown;
}

export interface ServiceTool {
  toolName?: unknown;
  /** live: takes the tool's arguments, returns a promise of a plain object. */
  toolCallback?: unknown;
}
