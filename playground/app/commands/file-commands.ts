import type { App } from '../app.ts';
import { DriveFile, wholeChange } from '../model/drive-file.ts';
import { cellsFromIpynb } from '../model/ipynb.ts';
import { askCannotSave } from '../variants/startup-dialogs.ts';
import type { Command } from './commands.ts';

/** Opening, saving and downloading the notebook. */
export function fileCommands(app: App): Command[] {
  const { document: notebook, snackbar, dialogs } = app;
  const saveCopy = async () => {
    const id = crypto.randomUUID();
    await new DriveFile(id).save(wholeChange(notebook));
    location.assign(`/drive/${id}`);
  };
  const save = async () => {
    if (app.autoSave && notebook.saveable) {
      await app.autoSave.now();
      snackbar.show('Saved on the playground’s server.');
    } else if ((await askCannotSave(dialogs)) === 'ok') await saveCopy();
  };
  return [
    { id: 'new', label: 'New notebook', run: () => location.assign('/notebooks/empty.ipynb') },
    { id: 'import-notebook', label: 'Upload notebook', run: () => upload(app) },
    {
      id: 'rename',
      label: 'Rename',
      run: () => document.querySelector<HTMLInputElement>('#doc-name')?.select(),
    },
    { id: 'clone', label: 'Save a copy', run: saveCopy },
    { id: 'save', label: 'Save', shortcut: 'Ctrl+S', run: save },
    {
      id: 'download-ipynb',
      label: 'Download .ipynb',
      run: () => download(notebook.title, 'application/json', JSON.stringify(notebook.toJson(), null, 1)),
    },
    {
      id: 'download-python',
      label: 'Download .py',
      run: () => {
        const source = notebook.codeCells.map((cell) => cell.source.value).join('\n\n');
        download(notebook.title.replace(/\.ipynb$/, '.py'), 'text/x-python', `${source}\n`);
      },
    },
    { id: 'print', label: 'Print', shortcut: 'Ctrl+P', run: () => window.print() },
  ];
}

function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

function upload({ document: notebook, snackbar }: App): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.ipynb';
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const cells = cellsFromIpynb(JSON.parse(await file.text()));
      notebook.remove(notebook.cells.slice());
      notebook.insert(0, ...cells);
      notebook.title = file.name;
      notebook.focus(cells[0] ?? null);
    } catch (error) {
      snackbar.show(`${file.name} could not be read: ${String(error)}`);
    }
  });
  input.click();
}
