import { findObstacles } from '../browsers/policies.ts';
import type { Check } from '../check.ts';
import { failure, ok, skipped } from '../check.ts';

/** Chrome's "Local Network Access": the extension needs no permission of the user for it, but it can be forbidden. */
export const localAccess: Check = {
  id: 'local-network-access',
  title: 'Local access',
  run: async ({ machine, options: { opensBrowser }, link, installed }) => {
    const { status } = await link();
    if (status?.tabs.some(({ extension }) => extension !== null))
      return ok('a notebook has reached this computer');
    if (!opensBrowser) return skipped('up to the browser, which is elsewhere (--no-browser)');
    const [rule] = (await findObstacles(machine)).filter(({ stops }) => stops === 'local-network');
    if (rule) {
      return failure(
        `${rule.browser}'s rule ${rule.policy} keeps it from this computer`,
        'Ask who administers this computer, or use another browser; chrome://policy lists the rules',
      );
    }
    const found = await installed();
    const withheld = found.find(({ hasSiteAccess, isEnabled }) => isEnabled && !hasSiteAccess);
    if (withheld && !found.some(({ hasSiteAccess, isEnabled }) => isEnabled && hasSiteAccess)) {
      return failure(
        `${withheld.browser} does not let the extension reach this computer`,
        'On chrome://extensions, at Cellwire, Details: under "Site access" allow all sites that are listed',
      );
    }
    return ok('nothing forbids the browser to reach this computer');
  },
};
