import { takeChannel } from '../src/wire/pairing.ts';
import { followTab } from './starter/follow-tab.ts';
import { Starter } from './starter/starter.ts';
import { takeCredentials } from './starter/take-credentials.ts';

// Isolated world, document_start, on every page of Colab: everything here happens before the first script of the
// page, and is all that a page without an agent pays for. So it takes nothing along, not even the polyfill.

const credentials = takeCredentials();

takeChannel((port) => {
  const starter = new Starter(port);
  globalThis.cellwireStarter = starter;
  void starter.start(credentials);
  followTab(starter);
});
