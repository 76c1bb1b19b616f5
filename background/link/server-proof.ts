import type { Credentials } from '../../src/wire/credentials.ts';
import type { HelloParams } from '../../src/wire/hello.ts';
import type { Key } from '../../src/wire/keys.ts';
import { bridgeProof, isSameProof, keyIn, newChallenge, pairedKey, tabProof } from '../../src/wire/keys.ts';
import type { Paired } from '../../src/wire/messages.ts';
import { CHALLENGE_PARAMETER, KEY_PARAMETER, TOKEN_PARAMETER } from '../../src/wire/socket.ts';

/** What the bridge has to say on this socket to be believed, and we to it. */
interface Dial {
  key: Key;
  challenge: string;
}

/**
 * Whether the server at the other end is the one that the user allowed. Our bridge proves it on every socket, and no
 * secret is in what we say when we dial; a server that is not ours gets its token, as it must, and proves nothing.
 */
export class ServerProof {
  readonly #port: number;
  readonly #token: string;
  /** Of the address that was opened: works once. */
  #code: Key | null;
  /** What was agreed since. */
  #paired: Paired | null;
  #dial: Dial | null = null;
  #dials = 0;

  constructor({ port, token }: Credentials, paired: Paired | null) {
    this.#port = port;
    this.#token = token;
    this.#code = keyIn(token);
    this.#paired = paired;
  }

  get isRequired(): boolean {
    return this.#code !== null || this.#paired !== null;
  }

  /** An address that was opened later. */
  renew({ token }: Credentials): void {
    this.#code = keyIn(token) ?? this.#code;
  }

  /** What the next dial says. */
  nextQuery(): string {
    const [first, second] = [this.#paired?.key ?? this.#code, this.#code];
    // The socket may have died before both knew that the other has the new key: then one of the two still works.
    const key = this.#dials % 2 === 0 ? first : (second ?? first);
    this.#dials += 1;
    if (!key) return String(new URLSearchParams({ [TOKEN_PARAMETER]: this.#token }));
    this.#dial = { key, challenge: newChallenge() };
    return String(
      new URLSearchParams({ [KEY_PARAMETER]: key.id, [CHALLENGE_PARAMETER]: this.#dial.challenge }),
    );
  }

  /** Our proof in return, and what we know the server by, where that is new; null when it has not proven itself. */
  async check(hello: HelloParams): Promise<{ proof: string; paired: Paired | null } | null> {
    const dial = this.#dial;
    const { challenge: bridgeChallenge, proof, serverId } = hello;
    if (!dial || bridgeChallenge === null || proof === null || serverId === null) return null;
    const exchange = { port: this.#port, tabChallenge: dial.challenge, bridgeChallenge };
    if (!isSameProof(proof, await bridgeProof(dial.key, exchange))) return null;
    // Another socket is being opened meanwhile.
    if (this.#dial !== dial) return null;
    // What the user allowed was this very bridge; only an address that was opened may name another.
    if (this.#paired && this.#paired.serverId !== serverId && dial.key === this.#paired.key) return null;
    this.#dials = 0;
    const ownProof = await tabProof(dial.key, exchange);
    if (dial.key === this.#paired?.key) return { proof: ownProof, paired: null };
    this.#paired = { serverId, key: await pairedKey(dial.key, exchange) };
    return { proof: ownProof, paired: this.#paired };
  }

  /** It goes on talking, so it knows the key that was agreed, and the address is of no more use. */
  confirm(): void {
    if (this.#paired) this.#code = null;
  }
}
