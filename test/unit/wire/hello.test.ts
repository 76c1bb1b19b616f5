import { describe, expect, it } from 'vitest';
import { notebookUri, outputUri, parseResourceUri } from '../../../src/resources/resource-uri.ts';
import {
  AGENT_METHOD,
  ASK_METHOD,
  HELLO_METHOD,
  NOTEBOOK_METHOD,
  PROTOCOL,
  protocolMismatch,
  REFUSED_METHOD,
  readHello,
  readHelloResult,
} from '../../../src/wire/hello.ts';
import { notebookIdOf, notebookOfAddress, notebookOfRun } from '../../../src/wire/notebook-id.ts';

it('what our halves say to each other has names of its own', () => {
  expect([HELLO_METHOD, NOTEBOOK_METHOD, AGENT_METHOD, REFUSED_METHOD, ASK_METHOD]).toEqual([
    'cellwire/hello',
    'cellwire/notebook',
    'cellwire/agent',
    'cellwire/refused',
    'cellwire/ask',
  ]);
});

describe('a hello', () => {
  const proven = { serverId: 's', challenge: 'c', proof: 'p' };
  const unproven = { serverId: null, challenge: null, proof: null };
  const said = {
    server: 'cellwire' as const,
    version: '1.2',
    protocol: 7,
    instance: 'p',
    agent: 'A',
    ...proven,
  };
  const little = {
    ...{ server: 'cellwire' as const, version: 'unknown', protocol: 1, instance: 'p', awaiting: [] },
    ...{ agent: null, ...unproven },
  };

  it.each<[unknown, ReturnType<typeof readHello>]>([
    [
      { ...said, awaiting: ['a', 7, 'b'] },
      { ...said, awaiting: ['a', 'b'] },
    ],
    [{ instance: 'p' }, little],
    [{ instance: 'p', version: 3, protocol: '2', awaiting: 'a', agent: 7, proof: {}, challenge: 1 }, little],
    [{ version: '1' }, null],
    [{ instance: 5 }, null],
    ['p', null],
    [null, null],
    [undefined, null],
  ])('%j', (params, hello) => {
    expect(readHello(params)).toEqual(hello);
  });
});

describe('the answer to a hello', () => {
  const whole = {
    linkId: 'l',
    extensionVersion: '2',
    protocol: PROTOCOL,
    notebookId: 'abc123',
    notebookUrl: 'https://colab.research.google.com/drive/1',
    refused: 'stopped' as const,
    proof: 'p',
    missing: ['a', 'b'],
  };
  const unsaid = { notebookId: null, notebookUrl: null, refused: null, proof: null, missing: [] };
  const first = { linkId: 'l', extensionVersion: '2', protocol: 1, ...unsaid };

  it.each<[unknown, ReturnType<typeof readHelloResult>]>([
    [whole, whole],
    [{ ...whole, missing: ['a', 1, null, 'b'] }, whole],
    [{ linkId: 'l', extensionVersion: '2' }, first],
    [{ linkId: 'l', extensionVersion: '2', protocol: '2', notebookId: 7, missing: 'a', refused: 'x' }, first],
    [{ ...whole, linkId: undefined }, null],
    [{ ...whole, linkId: 1 }, null],
    [{ ...whole, extensionVersion: undefined }, null],
    [{ ...whole, extensionVersion: 2 }, null],
    ['hello', null],
    [null, null],
  ])('%j', (result, hello) => {
    expect(readHelloResult(result)).toEqual(hello);
  });
});

describe('two halves', () => {
  const sentence = 'cellwire 0.9 and the Cellwire extension 0.8 do not fit together';

  it.each([
    [2, 2, null],
    [1, 2, { sentence, remedy: 'update cellwire (npx cellwire@latest)' }],
    [2, 1, { sentence, remedy: 'update the Cellwire extension' }],
  ])('of protocol %d and %d', (bridge, extension, mismatch) => {
    expect(
      protocolMismatch({ version: '0.9', protocol: bridge }, { version: '0.8', protocol: extension }),
    ).toEqual(mismatch);
  });
});

describe('the notebook', () => {
  const notebookId = notebookIdOf({ origin: 'https://colab.research.google.com', path: '/drive/1' }, 7);

  it.each([
    notebookUri(notebookId),
    outputUri(notebookId, 'run-1', 0, 'image/png'),
    `${notebookUri(notebookId)}/runs/r/outputs/1?page=2`,
  ])('of an address is the one that its reader finds in it: %s', (uri) => {
    expect(notebookOfAddress(uri)).toBe(notebookId);
    expect(parseResourceUri(uri)?.notebookId).toBe(notebookId);
  });

  it.each(['', 'cellwire://', 'http://x/y', 'x cellwire://abc'])('of %j is none', (uri) => {
    expect(notebookOfAddress(uri)).toBeUndefined();
  });

  it.each([
    [`run-${notebookId}-k3-12`, notebookId],
    [`sequence-${notebookId}-k3-1`, notebookId],
    ['run-1', undefined],
    [`rerun-${notebookId}-1`, undefined],
    [`run-${notebookId}`, undefined],
    ['run--1', undefined],
  ])('of the run %s', (runId, expected) => {
    expect(notebookOfRun(runId)).toBe(expected);
  });
});
