import { clock } from '../src/clock/clock.ts';
import { connectPage } from '../src/wire/page-channel.ts';
import { SessionHost } from './session/session-host.ts';

// Isolated world, brought in by the worker where a server wants to connect; the starter was here first.
const starter = globalThis.cellwireStarter;
if (starter && !starter.sessions) {
  starter.sessions = new SessionHost(connectPage(starter.port, clock), starter);
}
