import { takeChannel } from '../src/wire/pairing.ts';
import { followTab } from './starter/follow-tab.ts';
import { Starter } from './starter/starter.ts';
import { takeCaller } from './starter/take-caller.ts';

// Isolated world, document_start, on every page of Colab: everything here happens before the first script of the
// page, and is all that a page without an agent pays for. So it takes nothing along, not even the polyfill.

/** A tab that was opened for the address has no more behind it than the browser's own empty page. */
const MOST_BEFORE = 2;

const caller = takeCaller();

takeChannel((port) => {
  const starter = new Starter(port);
  globalThis.cellwireStarter = starter;
  void starter.start(caller, history.length <= MOST_BEFORE ? 'new-tab' : 'load');
  followTab(starter);
});
