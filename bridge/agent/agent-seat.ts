import type { Server } from '@modelcontextprotocol/server';
import { Journal } from '../../src/journal/journal.ts';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import type { ToolGroup } from '../../src/tools/tool.ts';
import type { ConnectionOpener } from '../browser/connection-opener.ts';
import { LastNotebook } from '../browser/last-notebook.ts';
import type { SaveFolder } from '../files/save-folder.ts';
import type { Timings } from '../limits.ts';
import { AgentTabs } from '../tabs/agent-tabs.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { TabSession } from '../tabs/tab-session.ts';
import { AgentName } from './agent-name.ts';
import { createAgentServer } from './agent-server.ts';
import type { Answering } from './answer-call.ts';
import { answerCall } from './answer-call.ts';
import { notebookIdentity } from './identity.ts';
import { inspectTab } from './inspect-tab.ts';
import { ownTools } from './own-tools.ts';
import { askForResources } from './resources.ts';
import { ToolList } from './tool-list.ts';

interface SeatOptions {
  /** The notebook that is opened where none was connected yet. */
  home: string;
  toolGroups: ReadonlySet<ToolGroup> | null;
  registry: TabRegistry;
  opener: ConnectionOpener;
  folder: SaveFolder;
  timings: Timings;
  connectionUrl: (notebook: string, agent: string) => Promise<string>;
  isUsedByOthers: (session: TabSession) => boolean;
  /** The agent has said its name, or has gone. */
  onname: () => void;
  onleave: () => void;
}

/** What one agent has of the bridge: its name, the notebook that it works in, the MCP server that it talks to. */
export class AgentSeat {
  readonly tabs: AgentTabs;
  readonly #options: SeatOptions;
  readonly #agent: AgentName;
  readonly #last: LastNotebook;
  readonly #answering: Answering;
  readonly #servers = new Set<Server>();

  constructor(id: string | null, options: SeatOptions) {
    this.#options = options;
    this.#agent = new AgentName(id);
    this.#agent.onchange = () => options.onname();
    this.#last = new LastNotebook(options.home);
    const connectionUrl = (notebook?: string): Promise<string> =>
      options.connectionUrl(notebook ?? this.#last.url, this.#agent.name);
    this.tabs = new AgentTabs(options.registry, {
      connectionUrl,
      onaddress: (url) => this.#last.note(url),
      isUsedByOthers: options.isUsedByOthers,
      onleft: (session) => this.#sayLeft([session]),
    });
    const { opener, timings, folder } = options;
    this.#answering = {
      tools: new ToolList(ownTools, options.toolGroups),
      parts: {
        tabs: this.tabs,
        opener,
        timings,
        connectionUrl,
        last: this.#last,
        agent: this.#agent,
        folder,
      },
      rules: { policy: ALLOW_ALL, journal: new Journal() },
    };
  }

  get name(): string {
    return this.#agent.name;
  }

  createServer(): Server {
    const { subscriptions } = this.#options.registry;
    const asking = { tabs: this.tabs, agent: this.#agent, subscriptions };
    const server = createAgentServer({
      identity: notebookIdentity,
      agent: this.#agent,
      listed: () => this.#answering.tools.listed(this.tabs.tools),
      answer: (call) => answerCall(this.#answering, call),
      askForResources: (method, params, signal) => askForResources(asking, method, params, signal),
      inspect: (method, params, call) => inspectTab(this.tabs, method, params, call),
    });
    this.#servers.add(server);
    server.onclose = () => this.#servers.delete(server);
    return server;
  }

  /** A tab shows the notebook of this address. */
  noteAddress(url: string): void {
    // Where the agent goes back to is where it worked, whatever else is connected.
    if (this.tabs.isUndecided) this.#last.note(url);
  }

  tellOfTabs(): void {
    for (const server of this.#servers) {
      server.sendToolListChanged().catch(() => {});
      server.sendResourceListChanged().catch(() => {});
    }
  }

  tellOfResource(uri: string): void {
    // Of several, only those that asked for it; who is alone hears all that a tab has to say.
    const { subscriptions } = this.#options.registry;
    if (this.#agent.id !== null && !subscriptions.has(uri, this.#agent)) return;
    for (const server of this.#servers) server.sendResourceUpdated({ uri }).catch(() => {});
  }

  /** The agent has gone; others stay. */
  leave(): void {
    const { registry, onleave, onname } = this.#options;
    onleave();
    for (const { uri, holder } of registry.subscriptions.drop(this.#agent)) {
      holder.client.request('resources/unsubscribe', { uri }).catch(() => {});
    }
    this.#sayLeft(registry.all);
    onname();
  }

  #sayLeft(sessions: readonly TabSession[]): void {
    if (this.#agent.id !== null) this.#options.registry.tellLeft(this.#agent.id, sessions);
  }
}
