import { isRecord } from '../../src/wire/json.ts';

/** What a tab's `get_status` said of its page. */
export interface PageStatus {
  /** For each operation how it is done on this build of the site; null where no way is left. */
  capabilities: Record<string, string | null>;
  /** How many cells the notebook has; null when the tab does not say. */
  cells: number | null;
  /** The site's own name for this build. */
  build: string | null;
}

/**
 * Kept for whoever looks for faults: to ask once more would take the notices that are meant for the agent.
 * Null when the answer tells nothing of the page.
 */
export function pageStatusIn(answer: unknown): PageStatus | null {
  if (!isRecord(answer) || !isRecord(answer.capabilities)) return null;
  const { capabilities, notebook, versions } = answer;
  const cells = isRecord(notebook) ? notebook.cells : null;
  const build = isRecord(versions) ? versions.colab : null;
  return {
    capabilities: Object.fromEntries(
      Object.entries(capabilities).map(([name, way]) => [name, typeof way === 'string' ? way : null]),
    ),
    cells: typeof cells === 'number' ? cells : null,
    build: typeof build === 'string' ? build : null,
  };
}
