import { agentName, UNNAMED_AGENT } from '../../src/agents/agent.ts';

/** An MCP client that does not say its name, though it must. */
const UNKNOWN = 'an unnamed agent';

interface ClientInfo {
  name: string;
  title?: string | undefined;
}

/** For whom the bridge speaks: what its MCP client calls itself. */
export class AgentName {
  #name = UNKNOWN;
  onchange: (name: string) => void = () => {};

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
}
