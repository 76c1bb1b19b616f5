import type { Tool as McpTool } from '@modelcontextprotocol/server';
import { tools as catalogue } from '../../src/tools/catalogue.ts';
import { listingOf } from '../../src/tools/listing.ts';
import type { Tool, ToolGroup } from '../../src/tools/tool.ts';
import type { BridgeContext } from './bridge-context.ts';
import { withNotebook } from './notebook-argument.ts';

type TabTools = ReadonlyMap<string, McpTool> | null;

/** What the agent may call: the same from the first moment on, connected or not, since most clients list once. */
export class ToolList {
  readonly #own: ReadonlyMap<string, Tool<BridgeContext>>;
  readonly #listings: ReadonlyMap<string, McpTool>;
  readonly #restricted: boolean;

  /** `own`: those that the bridge carries out itself. `groups` null: all of them. */
  constructor(own: ReadonlyArray<Tool<BridgeContext>>, groups: ReadonlySet<ToolGroup> | null) {
    const offered = catalogue.filter(
      ({ group }) => groups === null || group === 'session' || groups.has(group),
    );
    this.#own = new Map(own.map((tool) => [tool.name, tool]));
    this.#listings = new Map([
      ...own.map((tool) => [tool.name, listingOf(tool)] as const),
      ...offered.map((tool) => [tool.name, withNotebook(listingOf(tool))] as const),
    ]);
    this.#restricted = groups !== null;
  }

  own(name: string): Tool<BridgeContext> | undefined {
    return this.#own.get(name);
  }

  /**
   * Ours in our own words: what a tab says of them would be read by the model as if it came from us. A tab may have
   * tools that we have never heard of.
   */
  listed(fromTab: TabTools): McpTool[] {
    const merged = new Map(this.#listings);
    for (const [name, listing] of fromTab ?? []) {
      if (!merged.has(name) && !this.#restricted) merged.set(name, withNotebook(listing));
    }
    return [...merged.values()];
  }

  /** Whether it is listed in our own words, with what its results have. */
  describes(name: string): boolean {
    return this.#listings.has(name);
  }

  has(name: string, fromTab: TabTools): boolean {
    return this.#listings.has(name) || (!this.#restricted && fromTab?.has(name) === true);
  }
}
