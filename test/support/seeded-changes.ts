/**
 * Changes of Colab's page, made to the playground's before the page agent comes in. Each is sent to the page as text:
 * it knows its arguments and nothing else.
 */
export interface SeededChange {
  /** What Google might have done. */
  what: string;
  make: (notebook: Record<string, unknown>) => void;
  /** The operations that it concerns. */
  only: string[];
  /** What the report must name: pieces of the page, and ways that do not work. */
  mismatches: string[];
  missing: string[];
}

export const SEEDED_CHANGES: readonly SeededChange[] = [
  {
    what: 'a method of the notebook is called otherwise',
    make: (notebook) => {
      notebook.removeCellViews = notebook.removeCells;
      delete notebook.removeCells;
    },
    only: ['delete'],
    mismatches: ['notebook.removeCells'],
    missing: ['delete: notebook.removeCells([view])'],
  },
  {
    what: 'a method of cells is called otherwise',
    make: (notebook) => {
      const without = new WeakMap<object, object>();
      const cells = notebook.cells;
      const rename = (cell: object): object => {
        const known =
          without.get(cell) ??
          new Proxy(cell, { get: (of, key) => (key === 'setText' ? undefined : Reflect.get(of, key)) });
        without.set(cell, known);
        return known;
      };
      Object.defineProperty(notebook, 'cells', {
        get: () => (Array.isArray(cells) ? cells.map(rename) : []),
      });
    },
    only: ['replace'],
    mismatches: ['cell.setText'],
    missing: ['replace: cell.setText'],
  },
  {
    what: 'a method has become a text',
    make: (notebook) => {
      const model = Object(notebook.notebookModel);
      model.getTitle = 'Untitled';
    },
    only: ['notebook_name'],
    mismatches: ['notebookModel.getTitle'],
    missing: ['notebook_name: notebookModel.getTitle()'],
  },
  {
    what: 'the tools service is gone',
    make: (notebook) => {
      delete notebook.colabMcpToolsService;
    },
    only: ['insert'],
    mismatches: ['notebook.colabMcpToolsService'],
    missing: ['insert: tools service'],
  },
  {
    what: 'a tool of the service is called otherwise',
    make: (notebook) => {
      const { tools } = Object(notebook.colabMcpToolsService);
      tools.find(({ toolName }: { toolName: string }) => toolName === 'move_cell').toolName = 'reorder_cell';
    },
    only: ['move'],
    mismatches: ['colabMcpToolsService: the tool move_cell'],
    missing: ['move: tools service'],
  },
  {
    what: 'a button of the toolbar has another id',
    make: () => {
      const button = document.querySelector('#toolbar-add-code');
      if (button) button.id = 'toolbar-insert-code';
    },
    only: ['insert'],
    mismatches: ['TOOLBAR_ADD_CODE (#toolbar-add-code)'],
    missing: ['insert: toolbar'],
  },
  {
    what: 'an item of a menu has another command',
    make: () => {
      document.querySelector('[command="delete-cell-or-selection"]')?.setAttribute('command', 'delete-cells');
    },
    only: ['delete'],
    mismatches: ['MENU_DELETE (#edit-menu [command="delete-cell-or-selection"])'],
    missing: ['delete: edit menu'],
  },
  {
    what: 'the connect button is closed to scripts',
    make: () => {
      const button = document.querySelector('colab-connect-button');
      if (button) Object.defineProperty(button, 'shadowRoot', { value: null });
    },
    only: ['notebook_name'],
    mismatches: ['CONNECT_PRESS (#connect, in colab-connect-button, which has no shadow root to look into)'],
    missing: [],
  },
  {
    what: 'the toolbar of cells has other buttons',
    make: () => {
      const own = Object.getOwnPropertyDescriptor(Element.prototype, 'id') ?? {};
      Object.defineProperty(Element.prototype, 'id', {
        ...own,
        set(this: Element, id: string) {
          own.set?.call(this, id.replace('button-move-cell', 'button-shift-cell'));
        },
      });
    },
    only: ['move'],
    mismatches: [
      'CELL_MOVE_UP (#button-move-cell-up, in the shadow root of colab-cell-toolbar)',
      'CELL_MOVE_DOWN (#button-move-cell-down, in the shadow root of colab-cell-toolbar)',
    ],
    missing: ['move: cell toolbar'],
  },
  {
    what: 'dialogs are another element',
    make: () => {
      new MutationObserver(() => {
        for (const dialog of document.querySelectorAll('mwc-dialog[open]')) {
          const other = document.createElement('colab-modal');
          other.append(...dialog.childNodes);
          dialog.removeAttribute('open');
          dialog.append(other);
          document.body.append(other);
          new MutationObserver(() => dialog.isConnected || other.remove()).observe(document.body, {
            childList: true,
          });
        }
      }).observe(document.body, { childList: true });
    },
    only: ['accelerator'],
    mismatches: [
      'OPEN_DIALOG (mwc-dialog[open], md-dialog[open])',
      'RUNTIME_TYPE_DIALOG (mwc-dialog.change-runtime-type[open], md-dialog.change-runtime-type[open])',
    ],
    missing: ['accelerator: runtime menu'],
  },
  {
    what: 'a method does nothing any more',
    make: (notebook) => {
      notebook.removeCells = () => {};
    },
    only: ['delete'],
    mismatches: [],
    missing: ['delete: notebook.removeCells([view])'],
  },
];
