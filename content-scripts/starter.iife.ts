import { handOn, leaveToSuccessor, takeChannel } from '../src/wire/pairing.ts';
import { followTab } from './starter/follow-tab.ts';
import { Starter } from './starter/starter.ts';
import { takeCaller } from './starter/take-caller.ts';

// Isolated world, document_start, on every page of Colab: everything here happens before the first script of the
// page, and is all that a page without an agent pays for. So it takes nothing along, not even the polyfill.
// After an update of the extension, it is brought into the pages that are open: see `background/after-update.ts`.

/** A tab that was opened for the address has no more behind it than the browser's own empty page. */
const MOST_BEFORE = 2;

if (!globalThis.cellwireStarter) {
  const caller = takeCaller();
  takeChannel((channel, isSuccessor) => {
    const starter = new Starter(channel);
    globalThis.cellwireStarter = starter;
    const load = history.length <= MOST_BEFORE ? 'new-tab' : 'load';
    void starter.start(caller, isSuccessor ? 'same-page' : load);
    followTab(starter);
    leaveToSuccessor(starter);
    if (!isSuccessor) handOn(channel, starter);
  });
}
