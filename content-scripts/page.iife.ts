import { clock } from '../src/clock/clock.ts';
import { createColab } from '../src/colab/create-colab.ts';
import { servePage } from '../src/wire/page-channel.ts';
import { registerPageAgent } from '../src/wire/pairing.ts';

// MAIN world, brought in with the first session: the page agent. No token, no extension API, no secret is ever here.
registerPageAgent((port) => servePage(port, createColab(window), clock));
