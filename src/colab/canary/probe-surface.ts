import type { SurfaceMismatch } from '../../notebook/inspection.ts';
import {
  type Condition,
  EXPECTED_MEMBERS,
  EXPECTED_SELECTORS,
  EXPECTED_TOOLS,
  type ExpectedMember,
  type ExpectedMembers,
  type ExpectedSelector,
  SELECTORS,
  type SelectorName,
} from '../expected-surface.ts';
import type { ColabCell } from '../surface/cell.ts';
import { isObject } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { serviceTool } from '../surface/tools-service.ts';

type Owner = keyof ExpectedMembers;

/** Holds the page against the manifest, by looking only: what must be there when these conditions hold, and is not. */
export class SurfaceProbe {
  readonly #page: ColabPage;
  /** By what they are of: a piece that is missing is named once, however often it is looked for. */
  readonly #found = new Map<string, SurfaceMismatch>();

  constructor(page: ColabPage) {
    this.#page = page;
  }

  get mismatches(): SurfaceMismatch[] {
    return [...this.#found.values()];
  }

  /** `cell`: a code cell to look at, where one is there. */
  look(conditions: readonly Condition[], cell: ColabCell | null = null): void {
    this.#lookAtMembers(conditions, cell);
    this.#lookAtSelectors(conditions);
  }

  #lookAtMembers(conditions: readonly Condition[], cell: ColabCell | null): void {
    const owners = this.#owners(cell);
    for (const name of namesIn(EXPECTED_MEMBERS)) {
      const owner = owners[name];
      // What is missing is the object itself, which is named where it should be.
      if (owner === null) continue;
      for (const [key, wanted] of Object.entries<ExpectedMember>(EXPECTED_MEMBERS[name])) {
        if (!conditions.includes(wanted.when)) continue;
        const value = read(owner, key);
        if (!isKind(value, wanted)) this.#note('member', `${name}.${key}`, found(value), wanted.for);
      }
    }
    if (!conditions.includes('always') || owners.colabMcpToolsService === null) return;
    for (const tool of namesIn(EXPECTED_TOOLS)) {
      if (!serviceTool(this.#page.notebook, tool)) {
        this.#note('member', `colabMcpToolsService: the tool ${tool}`, 'missing', EXPECTED_TOOLS[tool]);
      }
    }
  }

  #owners(cell: ColabCell | null): Record<Owner, object | null> {
    const { window, notebook, notebookModel, kernel } = this.#page;
    const objectIn = (owner: object | null, key: string): object | null => {
      const value = owner && read(owner, key);
      return isObject(value) ? value : null;
    };
    const colab = objectIn(window, 'colab');
    return {
      window,
      'window.colab': colab,
      'colab.global': objectIn(colab, 'global'),
      notebook,
      cell: cell?.view ?? null,
      'cell.model': cell?.model ?? null,
      'cell.model.textModel': cell?.textModel ?? null,
      notebookModel,
      kernel,
      kernelFiles: objectIn(notebook, 'kernelFiles'),
      colabMcpToolsService: objectIn(notebook, 'colabMcpToolsService'),
    };
  }

  #lookAtSelectors(conditions: readonly Condition[]): void {
    for (const name of namesIn(EXPECTED_SELECTORS)) {
      const wanted = EXPECTED_SELECTORS[name];
      if (!conditions.includes(wanted.when)) continue;
      const missing = this.#missing(name, wanted);
      if (missing !== null) this.#note('selector', `${name} (${missing})`, 'no such element', wanted.for);
    }
  }

  /** The selector that finds nothing, as people read it; null when all is there, or its host is what is missing. */
  #missing(name: SelectorName, { in: host, selector = SELECTORS[name] }: ExpectedSelector): string | null {
    const { document } = this.#page;
    if (host === undefined) return document.querySelector(selector) ? null : selector;
    const hosts = [...document.querySelectorAll(SELECTORS[host])];
    if (hosts.length === 0 || hosts.some(({ shadowRoot }) => shadowRoot?.querySelector(selector)))
      return null;
    const isClosed = hosts.every(({ shadowRoot }) => shadowRoot === null);
    return isClosed
      ? `${selector}, in ${SELECTORS[host]}, which has no shadow root to look into`
      : `${selector}, in the shadow root of ${SELECTORS[host]}`;
  }

  #note(kind: SurfaceMismatch['kind'], what: string, seen: string, neededBy: readonly string[]): void {
    this.#found.set(what, { kind, what, found: seen, neededBy: [...neededBy] });
  }
}

function namesIn<Name extends string>(list: Readonly<Record<Name, unknown>>): Name[];
function namesIn(list: object): string[] {
  return Object.keys(list);
}

function read(owner: object, key: string): unknown {
  try {
    return Reflect.get(owner, key);
  } catch {
    return undefined;
  }
}

function isKind(value: unknown, { kind }: ExpectedMember): boolean {
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'text') return typeof value === 'string';
  return kind === 'function' ? typeof value === 'function' : isObject(value);
}

function found(value: unknown): string {
  if (value === undefined) return 'missing';
  return value === null ? 'null' : `a ${Array.isArray(value) ? 'list' : typeof value} instead`;
}
