import type { Client } from '@modelcontextprotocol/client';
import type { BrowserContext, Page } from 'playwright';
import { type Agent, callerOf, createAgent } from '../support/agent.ts';
import { type RunningBridge, startBridge } from '../support/bridge.ts';

/** A notebook open in a tab, and the agent that works in it. */
export interface OpenNotebook {
  agent: Agent;
  page: Page;
  client: Client;
  /** From the navigation to the connection. */
  connectMs: number;
}

export function notebookOf(cells: number): string {
  return `https://colab.research.google.com/notebooks/empty.ipynb?cells=${cells}`;
}

/** Each notebook with a bridge of its own. */
export class Notebooks {
  readonly #context: BrowserContext;
  readonly #bridges: RunningBridge[] = [];

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  async open(cells: number): Promise<OpenNotebook> {
    const bridge = await startBridge({ colabUrl: notebookOf(cells) });
    this.#bridges.push(bridge);
    const page = await this.#context.newPage();
    let navigatedAt = 0;
    const navigate = (link: string): Promise<unknown> => {
      navigatedAt = performance.now();
      return page.goto(link);
    };
    if (!(await bridge.connect(navigate))) throw new Error(`No connection. ${bridge.log()}`);
    const connectMs = performance.now() - navigatedAt;
    return { page, client: bridge.client, agent: createAgent(callerOf(bridge.client)), connectMs };
  }

  async close(): Promise<void> {
    for (const bridge of this.#bridges) await bridge.close();
  }
}
