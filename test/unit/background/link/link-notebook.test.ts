import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Link } from '../../../../background/link/link.ts';
import { PROTOCOL } from '../../../../src/wire/hello.ts';
import type { LinkState } from '../../../../src/wire/messages.ts';
import { asJson, objectIn } from '../../../support/agent.ts';
import { latest, useFakeSockets, useRealSockets } from './fake-socket.ts';
import type { FakeSession } from './link-rig.ts';
import {
  attachSession,
  exchange,
  hello,
  makeLink,
  NOTEBOOK,
  notification,
  orderOf,
  reconnect,
  requestOf,
  serverSays,
  settle,
  updated,
} from './link-rig.ts';

const OTHER = 'xyz789';
const shown = (notebookId: string) =>
  notification('cellwire/notebook', { notebookId, notebookUrl: orderOf({ notebookId }).notebookUrl });

let link: Link;
let session: FakeSession;
let states: LinkState[];

beforeEach(() => {
  useFakeSockets();
  states = [];
  link = makeLink(states);
  session = attachSession(link);
  latest().opens();
});
afterEach(useRealSockets);

/** The notebook that the link says the tab shows, in answer to a hello. */
function greetedWith(id: string): unknown {
  serverSays(hello(id, 'process-a'));
  return objectIn(asJson(latest().takeSent()[0]), 'result').notebookId;
}

describe('a call that is meant for one notebook', () => {
  const meant = (id: number, notebookId: string) =>
    requestOf(id, 'tools/call', { name: 'add_code_cell', _meta: { 'cellwire/notebook': notebookId } });
  const refusedCall = (id: number) => ({
    id,
    result: {
      isError: true,
      structuredContent: {
        error: { kind: 'not_connected', message: expect.stringContaining('was not carried out') },
      },
    },
  });

  it('is not done in another that the tab shows', () => {
    greetedWith('h1');
    serverSays(meant(1, OTHER));
    expect(session.take()).toEqual([]);
    expect(latest().takeSent()).toMatchObject([refusedCall(1)]);
    serverSays(meant(2, NOTEBOOK));
    expect(session.take()).toMatchObject([{ id: 2 }]);
  });

  it('is not done in another that the tab shows when the wait for its page is over', () => {
    greetedWith('h1');
    link.detach(session);
    serverSays(meant(1, NOTEBOOK), requestOf(2, 'tools/call', { name: 'get_status' }));
    latest().takeSent();
    link.update(orderOf({ notebookId: OTHER }));
    expect(latest().takeSent()).toMatchObject([shown(OTHER), refusedCall(1)]);
    // Who does not say which one is meant gets that which is there, as ever.
    expect(attachSession(link).take()).toMatchObject([{ id: 2 }]);
  });
});

describe('the notebook that the tab shows', () => {
  it('is told to our bridge with the hello, and whenever it is another', () => {
    expect(greetedWith('h1')).toBe(NOTEBOOK);
    link.update(orderOf({ notebookId: NOTEBOOK }));
    expect(latest().takeSent()).toEqual([]);
    link.update(orderOf({ notebookId: OTHER }));
    expect(latest().takeSent()).toEqual([shown(OTHER)]);
    link.update(orderOf({ notebookId: NOTEBOOK }));
    expect(latest().takeSent()).toEqual([shown(NOTEBOOK)]);
  });

  it('is told with the next hello when it changed while nobody was there to hear it', () => {
    greetedWith('h1');
    latest().ends();
    link.update(orderOf({ notebookId: OTHER }));
    reconnect();
    settle();
    expect(latest().takeSent()).toEqual([]);
    expect(greetedWith('h2')).toBe(OTHER);
  });

  it('is not told before our bridge has said hello on a new socket', () => {
    greetedWith('h1');
    reconnect();
    settle();
    link.update(orderOf({ notebookId: OTHER }));
    expect(latest().takeSent()).toEqual([]);
    expect(greetedWith('h2')).toBe(OTHER);
  });

  it('is not told to a server that is not ours', () => {
    exchange(session, 0, 'initialize');
    link.update(orderOf({ notebookId: OTHER }));
    expect(latest().takeSent()).toEqual([]);
  });
});

describe('subscriptions', () => {
  const uris = [`cellwire://${NOTEBOOK}`, `cellwire://${OTHER}/cells/a`, 'other://thing'];
  const replayedTo = (fresh: FakeSession): unknown[] =>
    fresh
      .take()
      .map(asJson)
      .filter(({ method }) => method === 'resources/subscribe')
      .map(({ params }) => asJson(params).uri);

  it('are said again to a session of the same notebook only', () => {
    exchange(session, 0, 'initialize');
    for (const [index, uri] of uris.entries()) exchange(session, index + 1, 'resources/subscribe', { uri });
    link.update(orderOf({ notebookId: OTHER }));
    expect(replayedTo(attachSession(link))).toEqual([`cellwire://${OTHER}/cells/a`, 'other://thing']);
    expect(latest().takeSent()).toEqual([updated(`cellwire://${OTHER}/cells/a`), updated('other://thing')]);
    link.update(orderOf({ notebookId: NOTEBOOK }));
    expect(replayedTo(attachSession(link))).toEqual([`cellwire://${NOTEBOOK}`, 'other://thing']);
  });
});

describe('a bridge that does not fit', () => {
  const helloOf = (id: string, protocol: number | undefined, version = '1.2') =>
    requestOf(id, 'cellwire/hello', { server: 'cellwire', version, protocol, instance: 'process-a' });
  const DETAIL = 'cellwire 1.2 and the Cellwire extension 9 do not fit together: ';

  it.each([
    ['older', PROTOCOL - 1, 'update cellwire (npx cellwire@latest).'],
    ['from before protocols had numbers', undefined, 'update cellwire (npx cellwire@latest).'],
    ['newer', PROTOCOL + 1, 'update the Cellwire extension.'],
  ])('because it is %s is shown to people', (_what, protocol, remedy) => {
    serverSays(helloOf('h1', protocol));
    expect(link.state).toMatchObject({ phase: 'open', detail: DETAIL + remedy });
    expect(states.at(-1)).toEqual(link.state);
    // It is answered all the same.
    expect(latest().takeSent()).toMatchObject([{ id: 'h1', result: { protocol: PROTOCOL } }]);
  });

  it('is forgotten with its socket, and when it has been updated', () => {
    serverSays(helloOf('h1', PROTOCOL + 1));
    latest().ends();
    expect(link.state.detail).toMatch(/^The server closed the connection/);
    reconnect();
    settle();
    expect(link.state.detail).toBeNull();
    serverSays(helloOf('h2', PROTOCOL + 1), helloOf('h3', PROTOCOL));
    expect(link.state.detail).toBeNull();
  });

  it('is not one that fits', () => {
    const before = states.length;
    serverSays(helloOf('h1', PROTOCOL));
    expect(link.state.detail).toBeNull();
    expect(states.slice(before).every(({ detail }) => detail === null)).toBe(true);
  });
});
