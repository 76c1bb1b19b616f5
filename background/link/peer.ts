import { agentName } from '../../src/agents/agent.ts';
import type { HelloParams } from '../../src/wire/hello.ts';
import { PROTOCOL, protocolMismatch } from '../../src/wire/hello.ts';

/** Who is at the other end of the socket, and for whom it speaks: as far as it says so. */
export class Peer {
  readonly #version: string;
  #instance: string | null = null;
  #claimed: string | null;
  /** For people: why our bridge and this extension do not fit together. */
  mismatch: string | null = null;

  /** `version`: of this extension. */
  constructor(claimed: string | null, version: string) {
    this.#claimed = claimed;
    this.#version = version;
  }

  /** Our own bridge says who it is before anything else; other servers never do. */
  get isOurBridge(): boolean {
    return this.#instance !== null;
  }

  /** Of our bridge's process; null as long as it has not said so. */
  get instance(): string | null {
    return this.#instance;
  }

  /** What a link before this one knew. */
  restore(instance: string | null): void {
    this.#instance = instance;
  }

  get agent(): string {
    return agentName(this.#claimed);
  }

  /** True when it is another process than before: its request ids begin anew. */
  meet(hello: HelloParams): boolean {
    const isAnother = this.#instance !== hello.instance;
    this.#instance = hello.instance;
    const mismatch = protocolMismatch(hello, { version: this.#version, protocol: PROTOCOL });
    this.mismatch = mismatch && `${mismatch.sentence}: ${mismatch.remedy}.`;
    return isAnother;
  }

  /** True when people see another name now. */
  rename(claimed: string | null): boolean {
    const before = this.agent;
    if (claimed !== null) this.#claimed = claimed;
    return this.agent !== before;
  }
}
