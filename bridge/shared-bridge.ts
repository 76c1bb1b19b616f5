import { SCRATCH_URL } from '../src/wire/colab-site.ts';
import { connectionUrl, splitConnectionUrl } from '../src/wire/connection-url.ts';
import { tokenOf } from '../src/wire/keys.ts';
import { AgentSeat } from './agent/agent-seat.ts';
import { ConnectionOpener } from './browser/connection-opener.ts';
import { launchBrowser } from './browser/launch-browser.ts';
import { notebookUrl } from './browser/notebook-url.ts';
import type { BridgeOptions } from './cli/command-line.ts';
import type { OpenEndpoint } from './endpoint/open-endpoint.ts';
import type { OnSocket } from './endpoint/tab-endpoint.ts';
import { SaveFolder } from './files/save-folder.ts';
import type { Timings } from './limits.ts';
import { TIMINGS } from './limits.ts';
import type { Log } from './log.ts';
import { statusOf } from './tabs/bridge-status.ts';
import { TabRegistry } from './tabs/tab-registry.ts';

/** Between two agents. */
const NOBODY = 'a shared bridge';

/** Everything but the agents: the endpoint that tabs come in by, the tabs, the browser. Agents take a seat each. */
export class SharedBridge {
  /** When tabs can come in. Rejects when no port could be opened; the bridge is of no use then. */
  readonly opened: Promise<OpenEndpoint>;
  readonly #options: BridgeOptions;
  readonly #log: Log;
  readonly #timings: Timings;
  readonly #tabs: TabRegistry;
  readonly #opener: ConnectionOpener;
  readonly #folder: SaveFolder;
  readonly #seats = new Set<AgentSeat>();

  constructor(options: BridgeOptions, log: Log, timings: Timings = TIMINGS) {
    this.#options = options;
    this.#log = log;
    this.#timings = timings;
    this.#folder = new SaveFolder(options.saveDir);
    const accept: OnSocket = (socket, proof) => {
      this.#tabs.accept(socket, proof).catch((error) => {
        log.error(`A tab's socket was given up: ${String(error)}`);
        socket.terminate();
      });
    };
    // Agents are served meanwhile: ports, files and what they need are loaded and opened after that.
    const inside = { onsocket: accept, status: () => statusOf(this.#tabs.present) };
    this.opened = openLater().then((openEndpoint) => openEndpoint(options, log, inside));
    // Calls wait for it, and whoever runs the bridge is told.
    this.opened.catch(() => {});
    this.#tabs = new TabRegistry({
      timings,
      log,
      opened: this.opened,
      agent: () => this.#names,
      onaddress: (url) => this.#each((seat) => seat.noteAddress(url)),
    });
    this.#tabs.onchange = () => this.#each((seat) => seat.tellOfTabs());
    this.#tabs.onresource = (uri) => this.#each((seat) => seat.tellOfResource(uri));
    const launch = options.openBrowser ? (url: string) => this.#launch(url) : null;
    this.#opener = new ConnectionOpener({ tabs: this.#tabs, log, timings, launch });
  }

  /** A place for one more agent. `id` where there may be several: tabs tell them apart by it. */
  seat(id: string | null): AgentSeat {
    const seat: AgentSeat = new AgentSeat(id, {
      home: this.#home,
      toolGroups: this.#options.toolGroups,
      registry: this.#tabs,
      opener: this.#opener,
      folder: this.#folder,
      timings: this.#timings,
      connectionUrl: (notebook, agent) => this.#urlFor(notebook, agent),
      isUsedByOthers: (session) =>
        [...this.#seats].some((other) => other !== seat && other.tabs.worksIn(session)),
      onname: () => this.#tabs.tellAgent(this.#names),
      onleave: () => this.#seats.delete(seat),
    });
    this.#seats.add(seat);
    return seat;
  }

  async close(): Promise<void> {
    this.#tabs.close();
    await this.#atEndpoint((endpoint) => endpoint.close());
  }

  terminate(): void {
    void this.#atEndpoint((endpoint) => endpoint.terminate());
  }

  get #home(): string {
    return this.#options.colabUrl ?? SCRATCH_URL;
  }

  /** For whom the bridge speaks. */
  get #names(): string {
    const names = new Set([...this.#seats].map(({ name }) => name));
    return names.size === 0 ? NOBODY : [...names].join(', ');
  }

  #each(tell: (seat: AgentSeat) => void): void {
    for (const seat of this.#seats) tell(seat);
  }

  async #urlFor(notebook: string, agent: string): Promise<string> {
    const url = notebookUrl(notebook, this.#home);
    const { keys, port } = await this.opened;
    const code = keys.newCode();
    this.#log.hide(code.secret);
    const credentials = { token: tokenOf(code), port };
    return connectionUrl(url, { credentials, agent, proof: await keys.proofFor(code, port) });
  }

  /** Not with the very address: what a program is started with, everybody on the machine can read. */
  async #launch(url: string): Promise<void> {
    const { endpoint } = await this.opened;
    const { rest, caller } = splitConnectionUrl(url);
    await launchBrowser(
      endpoint.openingTo(() => this.#urlFor(rest ?? url, caller?.agent ?? this.#names)),
      this.#options.browserCommand,
    );
  }

  #atEndpoint(what: (endpoint: OpenEndpoint['endpoint']) => void): Promise<void> {
    return this.opened.then(
      ({ endpoint }) => what(endpoint),
      () => {},
    );
  }
}

async function openLater(): Promise<typeof import('./endpoint/open-endpoint.ts').openEndpoint> {
  const { openEndpoint } = await import('./endpoint/open-endpoint.ts');
  return openEndpoint;
}
