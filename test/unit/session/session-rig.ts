import { LinkAgents } from '../../../content-scripts/session/link-agents.ts';
import { createNotebookServer } from '../../../content-scripts/session/notebook-server.ts';
import { OpenNotebook } from '../../../content-scripts/session/open-notebook.ts';
import { PortTransport } from '../../../content-scripts/session/port-transport.ts';
import type { Notebook } from '../../../src/notebook/notebook.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { asJson, type Json } from '../../support/agent.ts';
import { Inbox } from '../../support/inbox.ts';
import { noInspection, noKernel, noWishes } from '../../support/memory-notebook.ts';
import { PortEnd } from '../../support/port-pair.ts';

/** A tab's server as the link sees it: text in, frames out. */
export class SessionRig {
  readonly port: PortEnd;
  readonly transport: PortTransport;
  /** What it sent, as the link gets it. */
  readonly frames = new Inbox<Json>();
  readonly open: OpenNotebook;
  closings = 0;
  #count = 0;

  constructor(notebook: Notebook) {
    const [ours, theirs] = PortEnd.pair();
    this.port = ours;
    this.transport = new PortTransport(theirs);
    ours.onMessage.addListener((frame) => this.frames.put(asJson(frame)));
    const onclose = (): void => {
      this.closings += 1;
    };
    this.open = new OpenNotebook(
      'nb',
      { notebook, kernel: noKernel, inspection: noInspection },
      noWishes,
      false,
      '0v',
    );
    const server = createNotebookServer(this.open, {
      version: '9',
      agents: new LinkAgents(this.open, 'claude'),
      begins: (request, runId) => this.transport.begins(request, runId),
      onclose,
    });
    void server.connect(this.transport);
  }

  /** What the user allows. */
  set policy(policy: Policy) {
    this.open.policy = policy;
  }

  /** Sends a request and takes the next frame, which must be its answer. */
  async ask(method: string, params: unknown = {}): Promise<Json> {
    this.#count += 1;
    this.say({ id: this.#count, method, params });
    const { answers, text } = await this.frames.take();
    if (answers !== this.#count) throw new Error(`This answers something else: ${String(text)}`);
    return asJson(JSON.parse(String(text)));
  }

  say(message: Json): void {
    this.port.postMessage(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  /** The next frame, which must be a notification. */
  async notification(): Promise<Json> {
    const { answers, text } = await this.frames.take();
    if (answers !== null) throw new Error(`This is an answer: ${String(text)}`);
    return asJson(JSON.parse(String(text)));
  }
}
