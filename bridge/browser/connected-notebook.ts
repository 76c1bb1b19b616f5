import { isRecord } from '../../src/wire/json.ts';
import type { AgentName } from '../agent/agent-name.ts';
import type { TabSession } from '../tabs/tab-session.ts';
import { within } from '../within.ts';

export interface ConnectedNotebook {
  name: string;
  url: string;
  /** How many it has; null when the tab does not say. */
  cells: number | null;
}

export interface NotebookAnswer {
  notebook: ConnectedNotebook | null;
  /** What the tab had to tell the agent on this occasion: it is told once. */
  notices: string[];
}

const UNKNOWN: NotebookAnswer = { notebook: null, notices: [] };

/** Which notebook the tab has; null when it does not say, or not soon. */
export async function connectedNotebook(
  session: TabSession,
  agent: AgentName,
  waitMs: number,
  signal: AbortSignal,
): Promise<NotebookAnswer> {
  const { tools, client } = session;
  if (tools?.has('get_status') === false) return UNKNOWN;
  try {
    const call = { name: 'get_status', arguments: {} };
    const { structuredContent } = await within(waitMs, signal, (soon) =>
      client.request('tools/call', agent.sign(call, session), { signal: soon }),
    );
    session.noteStatus(structuredContent);
    return isRecord(structuredContent) ? answerIn(structuredContent) : UNKNOWN;
  } catch {
    signal.throwIfAborted();
    return UNKNOWN;
  }
}

function answerIn({ notebook, notices }: Record<string, unknown>): NotebookAnswer {
  const { name, url, cells } = isRecord(notebook) ? notebook : {};
  const all: unknown[] = Array.isArray(notices) ? notices : [];
  return {
    notebook:
      typeof name === 'string' && typeof url === 'string'
        ? { name, url, cells: typeof cells === 'number' ? cells : null }
        : null,
    notices: all.filter((notice) => typeof notice === 'string'),
  };
}

/**
 * Whether two addresses name one notebook: by the `fileId` after the #, which Drive's notebooks also have as
 * their path, else by the path.
 */
export function isSameNotebook(one: string, other: string): boolean {
  const [a, b] = [one, other].map(identityOf);
  return a !== null && a === b;
}

function identityOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname, hash } = new URL(address);
  const fileId =
    new URLSearchParams(hash.slice(1)).get('fileId') ?? /^\/drive\/([^/]+)$/.exec(pathname)?.[1] ?? '';
  if (fileId === '') return `${origin}${pathname}`;
  // One that is an address itself may be spelled in several ways.
  return `${origin}#${URL.canParse(fileId) ? new URL(fileId).href : fileId}`;
}
