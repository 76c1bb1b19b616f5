import type { Exchange, Key } from '../../src/wire/keys.ts';
import { addressProof, isSameProof, keyIn, newKey, pairedKey } from '../../src/wire/keys.ts';

/** An address is opened at once, or by a person who finds it in a terminal. */
const CODE_FOR_MS = 10 * 60_000;
/** More addresses than an agent makes in that time; the oldest are void. */
const MOST_CODES = 50;
/** One for each tab; those that were not used for longest are tabs that are long closed. */
export const MOST_PAIRED = 50;

interface Code {
  key: Key;
  until: number;
}

/**
 * The keys that let a tab in. One that is in an address works once and soon: with it the tab and the bridge agree on
 * another, which neither of them ever says.
 */
export class Keys {
  readonly serverId: string;
  readonly #save: (keys: Key[]) => Promise<void>;
  readonly #codes = new Map<string, Code>();
  /** The one used last is the last. */
  readonly #paired: Map<string, Key>;

  constructor(serverId: string, paired: readonly Key[], save: (keys: Key[]) => Promise<void>) {
    this.serverId = serverId;
    this.#paired = new Map(paired.map((key) => [key.id, key]));
    this.#save = save;
  }

  /** For one address. */
  newCode(): Key {
    const key = newKey();
    this.#codes.set(key.id, { key, until: Date.now() + CODE_FOR_MS });
    for (const id of [...this.#codes.keys()].slice(0, -MOST_CODES)) this.#codes.delete(id);
    return key;
  }

  /** What shows a browser that was connected before that the address with this code is ours; null where none was. */
  async proofFor(code: Key, port: number): Promise<string | null> {
    const last = [...this.#paired.values()].at(-1);
    return last ? `${last.id}.${await addressProof(last, code.id, port)}` : null;
  }

  /** Null when it is void, or none of ours. */
  byId(id: string): Key | null {
    return this.#paired.get(id) ?? this.#codeOf(id);
  }

  /** A frontend that knows nothing of keys says the whole code: true when it may come in, and then it is used up. */
  useUp(token: string): boolean {
    const given = keyIn(token);
    const code = given && this.#codeOf(given.id);
    if (!given || !code || !isSameProof(given.secret, code.secret)) return false;
    this.#codes.delete(code.id);
    return true;
  }

  /** A tab has proven that it has this key. False when another was faster. */
  async use(key: Key, exchange: Exchange): Promise<boolean> {
    const isCode = this.#codes.delete(key.id);
    if (!isCode && !this.#paired.delete(key.id)) return false;
    const lasting = isCode ? await pairedKey(key, exchange) : key;
    this.#paired.set(lasting.id, lasting);
    if (!isCode) return true;
    for (const id of [...this.#paired.keys()].slice(0, -MOST_PAIRED)) this.#paired.delete(id);
    await this.#save([...this.#paired.values()]);
    return true;
  }

  #codeOf(id: string): Key | null {
    const code = this.#codes.get(id);
    return code && Date.now() < code.until ? code.key : null;
  }
}
