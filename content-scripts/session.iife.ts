import { connectPage } from '../src/wire/page-channel.ts';
import { takeChannel } from '../src/wire/pairing.ts';
import { followTab } from './session/follow-tab.ts';
import { takeCredentials } from './session/fragment.ts';
import { TabSession } from './session/tab-session.ts';

// Isolated world, document_start: everything here happens before the first script of the page.

const credentials = takeCredentials();

takeChannel((port) => {
  const { notebook, kernel } = connectPage(port);
  const session = new TabSession(notebook, kernel);
  void session.start(credentials);
  followTab(session);
});
