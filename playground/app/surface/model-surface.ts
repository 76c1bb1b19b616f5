import type { App } from '../app.ts';
import type { CellModelSurface } from './cell-model.ts';

/** `colab.global.notebookModel`. */
export function modelSurface({ document: notebook }: App, cellModels: () => CellModelSurface[]) {
  return {
    get cells() {
      return cellModels();
    },
    get metadata() {
      return { colab: { name: notebook.title }, kernelspec: { name: 'python3', display_name: 'Python 3' } };
    },
    get fileId() {
      return notebook.file;
    },
    getFileId: () => notebook.file,
    getTitle: () => notebook.title,
    getIpynbJson: () => notebook.toJson(),
    getKernelSpec: () => ({ name: 'python3', display_name: 'Python 3' }),
    getAccelerator: () => '',
    getMachineShape: () => 's',
    getRuntimeVersion: () => '',
    getSyntaxLanguage: () => 'notebook-python',
    saveable: () => notebook.saveable,
  };
}
