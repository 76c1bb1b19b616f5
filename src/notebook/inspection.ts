import type { OnRunUpdate } from './notebook.ts';

/**
 * What can be found out about the page itself: whether it still is what we know, and what it is made of. For people who
 * report or follow a change of the site, so nothing in it is of the user: no name, no address, no id, no text.
 */
export interface Inspection {
  /**
   * Does every operation in every way there is, one at a time, and takes it back. Only in a scratch notebook with
   * nothing in it. The updates tell what is being tried.
   */
  canary(wish: CanaryWish, onUpdate?: OnRunUpdate): Promise<CanaryReport>;
  /** What the page differs in from what is expected of it, by looking only. */
  probe(): Promise<Probe>;
  /** What the page consists of. */
  shape(): Promise<PageShape>;
}

export interface CanaryWish {
  /** Only these operations; all when left out. */
  only?: string[];
}

export interface Probe {
  /** The site's own build string, or null. */
  build: string | null;
  mismatches: SurfaceMismatch[];
}

export interface CanaryReport extends Probe {
  rows: CanaryRow[];
  /** What could not be taken back; null when the notebook is as it was. */
  left: string | null;
}

/** One operation, done in one way. */
export interface CanaryRow {
  operation: string;
  strategy: string;
  /** Null: it could only be looked at, or is not needed where another form of the same works. */
  works: boolean | null;
  /** It was not tried, because something else that it needs does not work. */
  isBlocked?: boolean | undefined;
  /** Null where it was not tried. */
  milliseconds: number | null;
  /** Why it does not work; of one that works, what is to be said about it. */
  why: string | null;
}

/** Something that is expected of the page, and is not there or is something else. */
export interface SurfaceMismatch {
  kind: 'member' | 'selector';
  /** Its name in the manifest, and what it is on the page. */
  what: string;
  found: string;
  neededBy: string[];
}

/** One element: its name, what may be said of its attributes, what is in its open shadow root and in itself. */
export interface ShapeNode {
  name: string;
  attributes?: Record<string, string>;
  shadow?: ShapeNode[];
  children?: ShapeNode[];
  /** So many more that are made the same follow it. */
  alike?: number;
}

export interface PageShape {
  format: 1;
  build: string | null;
  elements: number;
  html: ShapeNode;
}

/** The words that people and programs know operations by, in the order in which the canary does them. */
export const CANARY_OPERATIONS = [
  'connect',
  'notebook_name',
  'runtime_state',
  'insert',
  'read',
  'replace',
  'move',
  'delete',
  'run',
  'run_end_event',
  'read_outputs',
  'clear_outputs',
  'interrupt',
  'execute_code',
  'answer_input',
  'put_file',
  'accelerator',
  'restart',
] as const;

export type CanaryOperation = (typeof CANARY_OPERATIONS)[number];
