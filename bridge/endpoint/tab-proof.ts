import type { Exchange, Key } from '../../src/wire/keys.ts';
import { bridgeProof, isSameProof, newChallenge, tabProof } from '../../src/wire/keys.ts';
import type { Keys } from './keys.ts';

/** How the bridge and the tab on a new socket show each other that they have the same key. */
export class TabProof {
  readonly #keys: Keys;
  readonly #key: Key;
  readonly #exchange: Exchange;

  constructor(keys: Keys, key: Key, on: Pick<Exchange, 'port' | 'tabChallenge'>) {
    this.#keys = keys;
    this.#key = key;
    this.#exchange = { ...on, bridgeChallenge: newChallenge() };
  }

  /** What the bridge says in its hello. */
  async ours(): Promise<{ challenge: string; proof: string }> {
    const { bridgeChallenge: challenge } = this.#exchange;
    return { challenge, proof: await bridgeProof(this.#key, this.#exchange) };
  }

  /** Whether the tab's answer proves that it has the key. */
  async accepts(theirs: string | null): Promise<boolean> {
    const expected = await tabProof(this.#key, this.#exchange);
    return theirs !== null && isSameProof(theirs, expected) && this.#keys.use(this.#key, this.#exchange);
  }
}
