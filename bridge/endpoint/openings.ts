import { randomBytes } from 'node:crypto';

/** A browser that is started follows its address at once; a slow machine takes its time. */
const OPEN_FOR_MS = 2 * 60_000;
const PREFIX = '/open/';

interface Opening {
  address: () => Promise<string>;
  until: number;
}

/**
 * Addresses of our own that lead a browser to a notebook, once. Everybody on the machine can read what a browser is
 * started with, and a code that lets a tab in must not be among it.
 */
export class Openings {
  readonly #open = new Map<string, Opening>();

  /** `address` is asked for when the browser comes. Gives the path that leads there. */
  add(address: () => Promise<string>): string {
    const path = PREFIX + randomBytes(16).toString('base64url');
    this.#open.set(path, { address, until: Date.now() + OPEN_FOR_MS });
    return path;
  }

  isOne(path: string): boolean {
    return path.startsWith(PREFIX);
  }

  /** Null when it was used, is too old, or never was. */
  async take(path: string): Promise<string | null> {
    const opening = this.#open.get(path);
    this.#open.delete(path);
    return opening && Date.now() < opening.until ? opening.address() : null;
  }
}
