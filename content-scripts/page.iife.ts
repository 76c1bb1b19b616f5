import { createColab } from '../src/colab/create-colab.ts';
import { servePage } from '../src/wire/page-channel.ts';
import { offerChannel } from '../src/wire/pairing.ts';

// MAIN world: the page agent. No token, no extension API, no secret is ever here.
servePage(offerChannel(), createColab(window));
