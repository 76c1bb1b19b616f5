import type { App } from '../app.ts';
import type { CellModelSurface } from './cell-model.ts';

/** `colab.global.notebookModel`. */
export function modelSurface({ document: notebook, runtime }: App, cellModels: () => CellModelSurface[]) {
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
    getAccelerator: () => runtime.accelerator.split(',')[0]?.replace('NONE', '') ?? '',
    getAcceleratorModel: () => runtime.accelerator.split(',')[1] ?? '',
    getMachineShape: () => 's',
    getRuntimeVersion: () => '',
    getSyntaxLanguage: () => 'notebook-python',
    saveable: () => notebook.saveable,
  };
}
