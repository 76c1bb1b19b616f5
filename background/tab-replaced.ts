import browser from 'webextension-polyfill';
import { tabStateKey } from '../src/wire/pushed-state.ts';
import { openSocket } from './link-sockets.ts';
import { policyPrefixOf } from './policies.ts';
import { shownIn, shownKeyOf } from './shown-places.ts';
import { linksOfTab, moveLinks } from './tab-links.ts';
import { firstIdKeyOf, firstIdOf } from './tab-names.ts';
import { serverPrefixOf } from './tab-servers.ts';
import { show } from './tab-state.ts';
import { leftKeyOf } from './tabs-left.ts';
import { visitKeyOf } from './visits.ts';

/**
 * Chrome has discarded a tab to save memory, and gives it another id: whatever is kept of the old one is of the new one
 * from now on. Its page loads when the user comes back, and finds its links as after a reload.
 */
export async function tabReplaced(newId: number, oldId: number): Promise<void> {
  const firstId = await firstIdOf(oldId);
  await moveKeys(newId, oldId);
  await browser.storage.session.set({ [firstIdKeyOf(newId)]: firstId });
  await moveLinks(oldId, newId);
  const place = await shownIn(newId);
  // What holds the sockets lets only the link's own tab speak.
  if (place)
    for (const link of await linksOfTab(newId))
      if (link.allowed || link.refused) await openSocket(link, place);
  await show(newId);
}

/** What is kept under keys of their own, by tab. */
async function moveKeys(newId: number, oldId: number): Promise<void> {
  const kept = await browser.storage.session.get();
  const gone = Object.keys(kept).filter(
    (key) => key.startsWith(policyPrefixOf(oldId)) || key.startsWith(serverPrefixOf(oldId)),
  );
  const moved = gone.map((key) => [
    key
      .replace(policyPrefixOf(oldId), policyPrefixOf(newId))
      .replace(serverPrefixOf(oldId), serverPrefixOf(newId)),
    kept[key],
  ]);
  const single = [shownKeyOf, visitKeyOf, leftKeyOf].flatMap((keyOf) => {
    const value = kept[keyOf(oldId)];
    return value === undefined ? [] : [[keyOf(newId), value]];
  });
  await browser.storage.session.set(Object.fromEntries([...moved, ...single]));
  await browser.storage.session.remove([
    ...gone,
    ...[shownKeyOf, visitKeyOf, leftKeyOf, firstIdKeyOf, tabStateKey].map((keyOf) => keyOf(oldId)),
  ]);
}
