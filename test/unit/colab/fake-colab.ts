import type { PageWindow } from '../../../src/colab/surface/page.ts';
import type { Output } from '../../../src/notebook/cell.ts';

/** A hand-made cell with the members Colab's cell views and models have. */
export class FakeCell {
  readonly id: string;
  readonly type: string;
  text: string;
  count = 0;
  running = false;
  pending = false;
  outputs: Output[] = [];
  executionInfo: unknown;
  completed: Array<() => void> = [];
  manualExecute: (() => unknown) | undefined;

  constructor(id: string, type: string, text: string) {
    this.id = id;
    this.type = type;
    this.text = text;
  }

  readonly model = {
    metadata: {},
    textModel: { getValue: () => this.text, setValue: (text: string) => this.setText(text) },
    toJson: () => ({ outputs: this.outputs }),
    listenOnce: (_event: string, listener: () => void) => this.completed.push(listener),
  };

  getId = () => this.id;
  getType = () => this.type;
  getText = () => this.text;
  setText = (text: string) => {
    this.text = text;
  };
  isRunning = () => this.running;
  isPending = () => this.pending;
  getExecutionCount = () => this.count;

  start(): void {
    this.running = true;
    this.outputs = [];
  }

  end(outputs: Output[] = []): void {
    this.outputs = outputs;
    this.running = false;
    this.count += 1;
    for (const listener of this.completed.splice(0)) listener();
  }
}

/** A page with only what a test gives its notebook; there is no DOM behind it. */
export class FakeColab {
  readonly cells: FakeCell[];
  readonly notebook: Record<string, unknown>;
  readonly notebookModel: Record<string, unknown> = { getSyntaxLanguage: () => 'notebook-python' };
  connected = true;
  readonly window: PageWindow & { colab: unknown; colabVersionTag: string };
  #made = 0;

  constructor(...texts: string[]) {
    this.cells = texts.map((text, index) => {
      const isText = text.startsWith('#');
      return new FakeCell(`c${index}`, isText ? 'text' : 'code', text);
    });
    this.notebook = {
      cells: this.cells,
      kernel: {
        isConnected: () => this.connected,
        getState: () => (this.connected ? 'kernel idle' : 'connect'),
      },
    };
    this.window = {
      document: {
        title: 'Fake',
        readyState: 'complete',
        body: null,
        querySelector: () => null,
        querySelectorAll: () => [],
      },
      location: { href: 'https://colab.example/notebooks/empty.ipynb?x=1#secret' },
      colab: { global: { notebook: this.notebook, notebookModel: this.notebookModel } },
      colabVersionTag: 'colab-fake_1',
    };
  }

  get ids(): string[] {
    return this.cells.map((cell) => cell.id);
  }

  get texts(): string[] {
    return this.cells.map((cell) => cell.text);
  }

  cell(id: string): FakeCell {
    const cell = this.cells.find((candidate) => candidate.id === id);
    if (!cell) throw new Error(`no ${id}`);
    return cell;
  }

  insert(index: number, type: unknown, text = ''): FakeCell {
    const cell = new FakeCell(`new${this.#made++}`, type === 'code' ? 'code' : 'text', text);
    this.cells.splice(index, 0, cell);
    return cell;
  }

  #indexOf(view: unknown): number {
    return this.cells.findIndex((cell) => Object.is(cell, view));
  }

  remove(view: unknown): void {
    const index = this.#indexOf(view);
    if (index >= 0) this.cells.splice(index, 1);
  }

  move(view: unknown, delta: number): void {
    const index = this.#indexOf(view);
    const [cell] = this.cells.splice(index, 1);
    if (cell) this.cells.splice(Math.max(0, index + delta), 0, cell);
  }

  /** Colab's methods with the arguments seen live. */
  withRemoveAndMove(): this {
    this.notebook.removeCells = (views: unknown[]) => {
      for (const view of views) this.remove(view);
    };
    this.notebook.moveCell = ([view]: unknown[], delta: number) => this.move(view, Math.sign(delta));
    return this;
  }

  withTool(toolName: string, toolCallback: (args: Record<string, unknown>) => unknown): this {
    const service = this.notebook.colabMcpToolsService;
    const tools = isService(service) ? service.tools : [];
    tools.push({ toolName, toolCallback });
    this.notebook.colabMcpToolsService = { tools };
    return this;
  }
}

function isService(value: unknown): value is { tools: unknown[] } {
  return typeof value === 'object' && value !== null && 'tools' in value && Array.isArray(value.tools);
}
