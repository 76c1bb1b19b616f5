import { agentOfCall } from '../../src/wire/agent-of-call.ts';
import type { SessionGreeting } from '../../src/wire/messages.ts';
import type { AgentSession } from './agent-session.ts';
import type { OpenNotebook } from './open-notebook.ts';

/**
 * Who speaks over one link: one agent, or several that share a bridge. Those have each a name, a memory and notices of
 * their own, and what the user says of the link counts for all of them.
 */
export class LinkAgents {
  readonly #open: OpenNotebook;
  readonly #linkId: string;
  /** Of the link itself: the only one, as long as no call says whose it is. */
  readonly #own: AgentSession;
  /** By the id that the bridge gave them. */
  readonly #sharing = new Map<string, { session: AgentSession; name: string }>();
  /** Whether the conversation is older than this page; null before the link has said so. */
  #isResumed: boolean | null = null;

  constructor(open: OpenNotebook, linkId: string) {
    this.#open = open;
    this.#linkId = linkId;
    this.#own = open.sessionOf(linkId);
  }

  /** The agent that makes a call with this `_meta`. */
  of(meta: unknown): AgentSession {
    const agent = agentOfCall(meta);
    if (!agent) return this.#own;
    // The link's own name was that of one of them.
    if (this.#sharing.size === 0) this.#open.roster.forget(this.#linkId);
    const known = this.#sharing.get(agent.id);
    if (known?.name === agent.name) return known.session;
    const session = this.#open.sessionOf(`${this.#linkId}/${agent.id}`);
    const isResumed = known !== undefined || (this.#isResumed === true && agent.isNew !== true);
    session.greet({ agent: agent.name, isResumed });
    this.#sharing.set(agent.id, { session, name: agent.name });
    return session;
  }

  /** The link says whom it speaks for. */
  greet(greeting: SessionGreeting): void {
    // The bridge was started anew: whoever shared it before is gone with it.
    if (!greeting.isResumed) this.#dismiss();
    // Later ones are about the name.
    if (!greeting.isResumed || this.#isResumed === null) this.#isResumed = greeting.isResumed;
    if (this.#sharing.size === 0) this.#own.greet(greeting);
  }

  /** One of several has gone; the others stay. */
  left(id: unknown): void {
    if (typeof id !== 'string') return;
    this.#sharing.get(id)?.session.leave();
    this.#sharing.delete(id);
  }

  /** The link is not connected any more. */
  leave(): void {
    this.#dismiss();
    this.#own.leave();
  }

  /** The user does not want them here. */
  refuse(): void {
    this.#own.refuse();
    for (const { session } of this.#sharing.values()) session.refuse();
  }

  #dismiss(): void {
    for (const id of [...this.#sharing.keys()]) this.left(id);
  }
}
