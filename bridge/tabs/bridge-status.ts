import type { HelloResult } from '../../src/wire/hello.ts';
import { textIn } from '../../src/wire/hello.ts';
import { isRecord } from '../../src/wire/json.ts';
import { VERSION } from '../version.ts';
import type { PageStatus } from './page-status.ts';
import type { TabSession } from './tab-session.ts';

/** What a bridge tells `cellwire doctor` of a tab: nothing of the notebook itself. */
export interface TabStatus {
  /** Null for a frontend that is not ours. */
  extension: Pick<HelloResult, 'extensionVersion' | 'protocol'> | null;
  /** Whether the user has shut it for this bridge. */
  isRefused: boolean;
  /** Null as long as nobody has asked for it. */
  page: PageStatus | null;
}

/** How a bridge stands. */
export interface BridgeStatus {
  version: string;
  pid: number;
  tabs: TabStatus[];
}

export function statusOf(sessions: readonly TabSession[]): BridgeStatus {
  return {
    version: VERSION,
    pid: process.pid,
    tabs: sessions.map(({ extension, refused, page }) => ({ extension, isRefused: refused !== null, page })),
  };
}

/** Null when it is no answer of a bridge. */
export function readBridgeStatus(value: unknown): BridgeStatus | null {
  if (!isRecord(value) || typeof value.version !== 'string' || typeof value.pid !== 'number') return null;
  const tabs: unknown[] = Array.isArray(value.tabs) ? value.tabs : [];
  return { version: value.version, pid: value.pid, tabs: tabs.filter(isRecord).map(readTab) };
}

function readTab({ extension, isRefused, page }: Record<string, unknown>): TabStatus {
  return { extension: readExtension(extension), isRefused: isRefused === true, page: readPage(page) };
}

function readExtension(value: unknown): TabStatus['extension'] {
  if (!isRecord(value)) return null;
  const { extensionVersion, protocol } = value;
  if (typeof extensionVersion !== 'string' || typeof protocol !== 'number') return null;
  return { extensionVersion, protocol };
}

function readPage(value: unknown): PageStatus | null {
  if (!isRecord(value) || !isRecord(value.capabilities)) return null;
  const ways = Object.entries(value.capabilities).map(([name, way]) => [name, textIn(way)] as const);
  return {
    capabilities: Object.fromEntries(ways),
    cells: typeof value.cells === 'number' ? value.cells : null,
    build: textIn(value.build),
  };
}
