import { vi } from 'vitest';

type FakeEvent = { isTrusted: boolean } & Record<string, unknown>;
type Listener = (event: FakeEvent) => void;

class FakeTarget {
  readonly #listeners = new Map<string, Set<Listener>>();

  addEventListener(type: string, listener: Listener, options?: { signal?: AbortSignal }): void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    options?.signal?.addEventListener('abort', () => listeners.delete(listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  dispatch(type: string, event: FakeEvent | boolean = true): void {
    const given = typeof event === 'boolean' ? { isTrusted: event } : event;
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(given);
  }
}

/** As much of an element as the question for consent uses. */
export class FakeElement extends FakeTarget {
  id = '';
  className = '';
  textContent = '';
  tabIndex = 0;
  popover: string | null = null;
  parentNode: FakeElement | FakeDocument | null = null;
  isOpen = false;
  readonly name: string;
  readonly attributes = new Map<string, string>();
  readonly children: FakeElement[] = [];
  shadow: { mode: string; root: FakeElement & { adoptedStyleSheets?: unknown } } | null = null;
  /** Thrown by showPopover. */
  trouble: Error | null = null;

  constructor(name: string) {
    super();
    this.name = name;
  }

  append(...added: Array<FakeElement | string>): void {
    for (const one of added) {
      const child =
        typeof one === 'string' ? Object.assign(new FakeElement('#text'), { textContent: one }) : one;
      child.remove();
      this.children.push(child);
      child.parentNode = this;
      FakeMutationObserver.note(this);
    }
  }

  /** What is taken out of the document is not in the top layer either. */
  remove(): void {
    const parent = this.parentNode;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(this), 1);
    this.parentNode = null;
    this.isOpen = false;
    FakeMutationObserver.note(parent);
  }

  attachShadow({ mode }: { mode: string }): FakeElement {
    this.shadow = { mode, root: new FakeElement('#shadow-root') };
    return this.shadow.root;
  }

  showPopover(): void {
    if (this.trouble) throw this.trouble;
    if (this.popover !== 'manual' || !this.parentNode) throw new Error('InvalidStateError');
    this.isOpen = true;
  }

  hidePopover(): void {
    this.isOpen = false;
    this.dispatch('toggle');
  }

  matches(selector: string): boolean {
    if (selector !== ':popover-open') throw new Error(`Not faked: ${selector}`);
    return this.isOpen;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  /** There is one focus in a document. */
  focus(): void {
    FakeDocument.current.activeElement = this;
  }

  /** All that can be read in it. */
  get text(): string {
    return this.textContent + this.children.map(({ text }) => text).join('');
  }

  /** This element and all within it, shadow roots included. */
  all(): FakeElement[] {
    const within = [...this.children, ...(this.shadow ? [this.shadow.root] : [])];
    return [this, ...within.flatMap((child) => child.all())];
  }
}

export class FakeDocument {
  static current: FakeDocument;
  readonly children: FakeElement[] = [];
  readonly window = new FakeTarget();
  activeElement: FakeElement | null = null;
  readonly body = null;

  constructor() {
    FakeDocument.current = this;
    this.write();
  }

  get documentElement(): FakeElement | null {
    return this.children[0] ?? null;
  }

  get firstElementChild(): FakeElement | null {
    return this.documentElement;
  }

  createElement(name: string): FakeElement {
    return new FakeElement(name);
  }

  /** As document.open() does, with all that was in it. */
  clear(): void {
    for (const child of [...this.children]) child.remove();
  }

  write(): FakeElement {
    const root = new FakeElement('html');
    root.parentNode = this;
    this.children.push(root);
    FakeMutationObserver.note(this);
    return root;
  }
}

/** Tells of changed children at the end of the task, as the real one does. */
class FakeMutationObserver {
  static readonly #all = new Set<FakeMutationObserver>();
  readonly #callback: () => void;
  readonly #targets = new Set<unknown>();

  static note(target: unknown): void {
    for (const observer of FakeMutationObserver.#all) observer.#note(target);
  }

  constructor(callback: () => void) {
    this.#callback = callback;
    FakeMutationObserver.#all.add(this);
  }

  observe(target: unknown, { childList }: { childList: boolean }): void {
    if (childList) this.#targets.add(target);
  }

  disconnect(): void {
    this.#targets.clear();
  }

  #note(target: unknown): void {
    if (this.#targets.has(target)) queueMicrotask(this.#callback);
  }
}

export function installDom(): FakeDocument {
  const document = new FakeDocument();
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', document.window);
  vi.stubGlobal('MutationObserver', FakeMutationObserver);
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      rules = '';
      replaceSync(rules: string): void {
        this.rules = rules;
      }
    },
  );
  return document;
}
