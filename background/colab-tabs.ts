import browser from 'webextension-polyfill';
import { COLAB_HOSTS } from '../src/wire/colab-site.ts';
import type { NotebookPlace } from '../src/wire/messages.ts';
import { placeAt } from '../src/wire/notebook-place.ts';

export interface ColabTab {
  tabId: number;
  place: NotebookPlace;
  /** What the notebook is called, as its tab says. */
  name: string;
  incognito: boolean;
}

/** What the site puts behind the name of the notebook. */
const SITE = / [-–] (Colab|Colaboratory|Playground)$/;

/** Every tab that shows Colab. */
export async function colabTabs(): Promise<ColabTab[]> {
  const tabs = await browser.tabs.query({ url: COLAB_HOSTS.map((host) => `https://${host}/*`) });
  return tabs.flatMap(({ id, url, title, incognito }) => {
    if (id === undefined || url === undefined) return [];
    const name = (title ?? '').replace(SITE, '');
    return [{ tabId: id, place: placeAt(new URL(url)), name, incognito }];
  });
}
