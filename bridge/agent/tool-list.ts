import type { Tool as McpTool } from '@modelcontextprotocol/server';
import { tools as catalogue } from '../../src/tools/catalogue.ts';
import { listingOf } from '../../src/tools/listing.ts';
import type { ToolGroup } from '../../src/tools/tool.ts';
import type { LocalTool } from './local-tool.ts';

type TabTools = ReadonlyMap<string, McpTool> | null;

/** What the agent may call: the same from the first moment on, connected or not, since most clients list once. */
export class ToolList {
  readonly #local: ReadonlyMap<string, LocalTool>;
  readonly #ours: ReadonlyMap<string, McpTool>;
  readonly #restricted: boolean;

  /** `groups` null: all of them. */
  constructor(local: readonly LocalTool[], groups: ReadonlySet<ToolGroup> | null) {
    const offered = catalogue.filter(
      ({ group }) => groups === null || group === 'session' || groups.has(group),
    );
    this.#local = new Map(local.map((tool) => [tool.listing.name, tool]));
    this.#ours = new Map(offered.map((tool) => [tool.name, listingOf(tool)]));
    this.#restricted = groups !== null;
  }

  local(name: string): LocalTool | undefined {
    return this.#local.get(name);
  }

  /** A connected tab knows best what it takes, and may have tools that we have never heard of. */
  listed(fromTab: TabTools): McpTool[] {
    const merged = new Map<string, McpTool>();
    for (const [name, { listing }] of this.#local) merged.set(name, listing);
    for (const [name, listing] of this.#ours) merged.set(name, fromTab?.get(name) ?? listing);
    for (const [name, listing] of fromTab ?? []) {
      if (!merged.has(name) && !this.#restricted) merged.set(name, listing);
    }
    return [...merged.values()];
  }

  has(name: string, fromTab: TabTools): boolean {
    return this.#ours.has(name) || (!this.#restricted && fromTab?.has(name) === true);
  }
}
