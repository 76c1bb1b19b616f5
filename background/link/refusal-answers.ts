import type { FailureData } from '../../src/notebook/failure.ts';
import { failureFrame, resultFrame } from '../../src/wire/frames.ts';
import type { Refused } from '../../src/wire/hello.ts';
import { textIn } from '../../src/wire/hello.ts';
import type { RequestId } from '../../src/wire/json-rpc.ts';
import { resultIn } from '../../src/wire/json-rpc.ts';
import type { Peer } from './peer.ts';

/** What is needed of a request to answer it for a tab that is shut. */
export interface RefusedRequest {
  id: RequestId;
  method: string;
  params: Record<string, unknown> | undefined;
}

/** A server whose client needs tools to exist gets this one, where no session has ever listed any. */
const ONLY_TOOL = {
  name: 'get_status',
  title: 'Status of the connection',
  description: 'Says whether the user lets you work in the notebook. More tools come when the user does.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
};

/** Of MCP, for a client that names none. */
const NEWEST_VERSION = '2025-11-25';
/** Names come from outside, and are said back. */
const MAX_NAME_CHARS = 100;

const DECIDED: Record<Refused, (agent: string) => string> = {
  disconnected: (agent) => `The user disconnected this notebook from ${agent}`,
  'not-now': (agent) => `The user did not let ${agent} work in this notebook`,
  stopped: (agent) => `The user stopped ${agent} in this notebook`,
};

/** What is said in place of a tab that the user has shut: who decided, and what to do next. */
export class RefusalAnswers {
  readonly #peer: Peer;
  readonly #version: string;
  /** What the last session said that it offers. */
  #listing: unknown = { tools: [ONLY_TOOL] };

  /** `version`: of this extension. */
  constructor(peer: Peer, version: string) {
    this.#peer = peer;
    this.#version = version;
  }

  noteListing(answer: string): void {
    const result = resultIn(answer);
    if (result && result.nextCursor === undefined) this.#listing = result;
  }

  /** What a call is ended with that had begun when the user decided. */
  cutOff(why: Refused, tool: string): FailureData {
    const rest = why === 'stopped' ? 'it may have been done in part' : 'what it had begun may go on';
    return this.#denied(`${DECIDED[why](this.#peer.agent)} while ${tool} was under way; ${rest}.`);
  }

  /** The answer to a request that comes to a tab that is shut. */
  answer(why: Refused, { id, method, params = {} }: RefusedRequest): string {
    switch (method) {
      case 'initialize':
        return resultFrame(id, {
          protocolVersion: textIn(params.protocolVersion) ?? NEWEST_VERSION,
          capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, prompts: {} },
          serverInfo: { name: 'cellwire', title: 'Cellwire', version: this.#version },
        });
      case 'ping':
        return resultFrame(id, {});
      case 'tools/list':
        return resultFrame(id, this.#listing);
      case 'prompts/list':
        return resultFrame(id, { prompts: [] });
      case 'resources/list':
        return resultFrame(id, { resources: [] });
      case 'resources/templates/list':
        return resultFrame(id, { resourceTemplates: [] });
      default:
        return failureFrame({ id, method }, this.#refused(why, nameOf(method, params)));
    }
  }

  #refused(why: Refused, what: string): FailureData {
    return this.#denied(`${DECIDED[why](this.#peer.agent)}, so ${what} was not carried out.`);
  }

  #denied(message: string): FailureData {
    const next = this.#peer.isOurBridge
      ? 'Do not connect again by yourself. Ask the user first; then call open_colab_browser_connection, and the user has to allow it in the page.'
      : 'Do not look for another way. Ask the user, who can let you back with "Connect again" in Cellwire\'s menu.';
    return { kind: 'denied', message, next };
  }
}

export function nameOf(method: string, { name }: Record<string, unknown> = {}): string {
  return (method === 'tools/call' && typeof name === 'string' ? name : method).slice(0, MAX_NAME_CHARS);
}
