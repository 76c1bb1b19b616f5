import { agentName, UNNAMED_AGENT } from '../../src/agents/agent.ts';
import { asCalledBy } from '../../src/wire/agent-of-call.ts';
import type { TabSession } from '../tabs/tab-session.ts';

/** An MCP client that does not say its name, though it must. */
const UNKNOWN = 'an unnamed agent';

interface ClientInfo {
  name: string;
  title?: string | undefined;
}

/** For whom the bridge speaks: what its MCP client calls itself. */
export class AgentName {
  /** Where several share the bridge: tabs are told with every request whose it is. Null: it is the only one. */
  readonly id: string | null;
  #name = UNKNOWN;
  readonly #called = new WeakSet<TabSession>();
  onchange: (name: string) => void = () => {};

  constructor(id: string | null = null) {
    this.id = id;
  }

  get name(): string {
    return this.#name;
  }

  /** Undefined as long as the client has said nothing. */
  learn(client: ClientInfo | undefined): void {
    if (!client) return;
    const shown = agentName(client.title || client.name);
    const name = shown === UNNAMED_AGENT ? UNKNOWN : shown;
    if (name === this.#name) return;
    this.#name = name;
    this.onchange(name);
  }

  /**
   * The params of a request to a tab, with who makes it. `tab` where they are for this one request: then they also say
   * whether it is the first there.
   */
  sign(params: Record<string, unknown>, tab?: TabSession): Record<string, unknown> {
    if (this.id === null) return params;
    const isNew = tab !== undefined && !this.#called.has(tab);
    if (tab) this.#called.add(tab);
    return asCalledBy({ id: this.id, name: this.#name, ...(isNew && { isNew }) }, params);
  }
}
