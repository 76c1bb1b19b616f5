import type { CDPSession, Page } from 'playwright';

interface DomNode {
  nodeId: number;
  nodeName: string;
  attributes?: string[];
  children?: DomNode[];
  shadowRoots?: DomNode[];
}

/** What is in a closed shadow root: neither the page nor Playwright sees it, only the debugger. */
export class ClosedRoot {
  readonly #page: Page;
  readonly #hostId: string;
  #cdp: CDPSession | null = null;

  constructor(page: Page, hostId: string) {
    this.#page = page;
    this.#hostId = hostId;
  }

  /** What a function makes of each element of this kind, in order. It is given the element as `this`. */
  async each(nodeName: string, functionDeclaration: string): Promise<unknown[]> {
    this.#cdp ??= await this.#page.context().newCDPSession(this.#page);
    const { root } = await this.#cdp.send('DOM.getDocument', { depth: -1, pierce: true });
    const host = allIn(root).find(({ attributes }) => attributes?.includes(this.#hostId));
    const found = host ? allIn(host).filter((node) => node.nodeName === nodeName.toUpperCase()) : [];
    const results: unknown[] = [];
    for (const { nodeId } of found) {
      const { object } = await this.#cdp.send('DOM.resolveNode', { nodeId });
      const { result } = await this.#cdp.send('Runtime.callFunctionOn', {
        ...(object.objectId === undefined ? {} : { objectId: object.objectId }),
        returnByValue: true,
        functionDeclaration,
      });
      results.push(result.value);
    }
    return results;
  }

  async texts(nodeName: string): Promise<string[]> {
    return (await this.each(nodeName, 'function () { return this.textContent; }')).map(String);
  }

  /** Where a user sees the middle of a button; null when there is no such button, or nothing of it can be seen. */
  async buttonAt(label: string): Promise<{ x: number; y: number } | null> {
    const read = `function () {
      const { left, top, width, height } = this.getBoundingClientRect();
      return [this.textContent, left + width / 2, top + height / 2, width];
    }`;
    for (const found of await this.each('button', read)) {
      if (!Array.isArray(found) || found[0] !== label || found[3] === 0) continue;
      return { x: Number(found[1]), y: Number(found[2]) };
    }
    return null;
  }

  /** Presses it with the mouse, as a user does. */
  async press(label: string): Promise<void> {
    const at = await this.buttonAt(label);
    if (!at) throw new Error(`There is no button "${label}" in #${this.#hostId}.`);
    await this.#page.mouse.click(at.x, at.y);
  }
}

function allIn(node: DomNode): DomNode[] {
  return [node, ...[...(node.children ?? []), ...(node.shadowRoots ?? [])].flatMap(allIn)];
}
