import { createColabNotebook } from '../src/colab/create-notebook.ts';
import { serveNotebook } from '../src/wire/page-channel.ts';
import { offerChannel } from '../src/wire/pairing.ts';

// MAIN world: the page agent. No token, no extension API, no secret is ever here.
serveNotebook(offerChannel(), createColabNotebook(window));
