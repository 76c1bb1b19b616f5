import { z } from 'zod';
import { SCRATCH } from '../support/open-notebook.ts';
import type { PlainBrowser } from '../support/plain-browser.ts';

const Seen = z.object({ page: z.number(), texts: z.array(z.string()), outputs: z.array(z.string()) });
const Shown = z.object({
  badge: z.string(),
  links: z.array(
    z.object({ phase: z.string(), refused: z.string().nullable(), detail: z.string().nullable() }),
  ),
});

/** The notebook as the page itself has it. */
export type Seen = z.infer<typeof Seen>;
/** How the tab stands, as people are shown it. */
export type Shown = z.infer<typeof Shown>;

const LOOK = `(() => {
  const { notebook } = colab.global;
  const outputs = notebook.cells.flatMap(({ model }) => model.outputs?.currentOutput.outputItems ?? []);
  return {
    page: performance.timeOrigin,
    texts: notebook.cells.map((cell) => cell.getText()),
    outputs: outputs.map(({ text }) => (text ?? []).join('')),
  };
})()`;

const HUMAN = `(async () => {
  const own = await chrome.tabs.getCurrent();
  const { id } = (await chrome.tabs.query({})).find((tab) => tab.index > 0 && tab.id !== own.id);
  const state = (await chrome.storage.session.get('tabState:' + id))['tabState:' + id];
  const links = (state?.links ?? []).map(({ phase, refused, detail }) => ({ phase, refused, detail }));
  return { links, badge: await chrome.action.getBadgeText({ tabId: id }) };
})()`;

const PAGE_MS = 30_000;
/** A page that goes while it is asked never answers. */
const LOOK_MS = 5_000;

/** Looks at page and browser without any of what is tested. */
export class Witness {
  readonly #browser: PlainBrowser;

  constructor(browser: PlainBrowser) {
    this.#browser = browser;
  }

  async notebook(): Promise<Seen> {
    return Seen.parse(await this.inPage(LOOK));
  }

  async shown(): Promise<Shown> {
    return Shown.parse(await this.#browser.inExtension(HUMAN));
  }

  async inPage(expression: string): Promise<unknown> {
    const target = (await this.#browser.targets('page')).find(({ url }) => url === SCRATCH);
    if (!target) throw new Error('No tab shows the notebook.');
    return inTime(this.#browser.evaluate(target.targetId, expression));
  }

  /** Settles when another page than this one shows the notebook. */
  async pageAfter(page: number | null): Promise<number> {
    const until = Date.now() + PAGE_MS;
    for (;;) {
      const seen = await this.notebook().catch((error: unknown) => String(error));
      if (typeof seen !== 'string' && seen.page !== page && seen.texts.length > 0) return seen.page;
      if (Date.now() > until) throw new Error(`No new page came: ${JSON.stringify(seen)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export function isShownOpen({ links, badge }: Shown): boolean {
  const isOpen = links.some(({ phase, refused }) => phase === 'open' && refused === null);
  const isOn = badge === 'on' || badge === '…';
  // Written one after the other: whoever looks in between sees the older of the two.
  return isOpen && isOn;
}

export function isShownShut({ links, badge }: Shown): boolean {
  return !links.some(({ phase }) => phase === 'open') && badge !== 'on' && badge !== '…';
}

async function inTime(looking: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('The page does not answer.')), LOOK_MS);
  });
  try {
    return await Promise.race([looking, late]);
  } finally {
    clearTimeout(timer);
  }
}
