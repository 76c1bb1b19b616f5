import { describe, expect, it } from 'vitest';
import { connectionUrl, parsePastedCaller, splitConnectionUrl } from '../../../src/wire/connection-url.ts';

const COLAB = 'https://colab.research.google.com';
const SECRET = { token: 'se.cr~et_-1', port: 8765 };
const AGENT = 'Claude Code';
const CALLER = { credentials: SECRET, agent: AGENT, proof: null };
const OURS = 'mcpProxyToken=se.cr~et_-1&mcpProxyPort=8765&cellwireAgent=Claude+Code';

describe('the address that makes a tab connect', () => {
  it.each([
    ['/drive/one', `/drive/one#${OURS}`],
    ['/drive/one#', `/drive/one#${OURS}`],
    ['/?a=b#fileId=x%2Fy&scrollTo=c', `/?a=b#fileId=x%2Fy&scrollTo=c&${OURS}`],
    // Of an older server.
    ['/drive/one#mcpProxyToken=old&fileId=a&mcpProxyPort=1', `/drive/one#fileId=a&${OURS}`],
    ['/drive/one#mcpProxyToken&mcpProxyPort&a', `/drive/one#a&${OURS}`],
    ['/drive/one#cellwireAgent=Old&a', `/drive/one#a&${OURS}`],
    // Of somebody else.
    ['/drive/one#mcpProxyTokens=a', `/drive/one#mcpProxyTokens=a&${OURS}`],
  ])('of %s', (notebook, expected) => {
    expect(connectionUrl(COLAB + notebook, CALLER)).toBe(COLAB + expected);
  });

  it.each(['/drive/one', '/?a=b#fileId=x%2Fy&scrollTo=c', '/#fileId=https%3A//example.org/a%20b.ipynb'])(
    'is taken apart again into what it was made of: %s',
    (notebook) => {
      const address = connectionUrl(COLAB + notebook, CALLER);
      expect(splitConnectionUrl(address)).toEqual({ caller: CALLER, rest: COLAB + notebook });
      expect(parsePastedCaller(address)).toEqual(CALLER);
    },
  );

  it('may say that the browser has met the server before', () => {
    const caller = { ...CALLER, proof: 'key.proof' };
    const address = connectionUrl(`${COLAB}/drive/one#cellwireProof=old`, caller);
    expect(address).toBe(`${COLAB}/drive/one#${OURS}&cellwireProof=key.proof`);
    expect(splitConnectionUrl(address)).toEqual({ caller, rest: `${COLAB}/drive/one` });
  });

  it.each([
    ['mcpProxyToken', null],
    ['mcpProxyPort', null],
    ['mcpProxyToken=&mcpProxyPort=', null],
    ['mcpProxy%54oken=abc&mcpProxyPort=80', { token: 'abc', port: 80 }],
    ['mcpProxyToken=abc&mcpProxyToken=def&mcpProxyPort=80', { token: 'abc', port: 80 }],
  ])('leaves no part of it behind, however it is spelled: %s', (fragment, credentials) => {
    expect(splitConnectionUrl(`${COLAB}/drive/one#a=b&${fragment}&c`)).toEqual({
      caller: credentials && { credentials, agent: null, proof: null },
      rest: `${COLAB}/drive/one#a=b&c`,
    });
  });

  it.each(['', '#', '#scrollTo=mcpProxyToken', '#mcpProxyTokens=a&xmcpProxyPort=1'])(
    'is not what ends in "%s"',
    (fragment) => {
      expect(splitConnectionUrl(`${COLAB}/drive/one${fragment}`)).toEqual({ caller: null, rest: null });
    },
  );

  it.each(['', 'a&b=c#d', '100% "sure"', '\u202Eevil', 'ünï ☃ 🦊', '(a)', 'half \uD800'])(
    'says for whom the server speaks, whatever that is: %j',
    (agent) => {
      const address = connectionUrl(`${COLAB}/drive/one`, { ...CALLER, agent });
      // Whoever finds it in a text must know where it ends.
      expect(address).toMatch(/^https:[\w/.#=&~%+*-]+$/);
      const caller = { ...CALLER, agent: agent.replace('\uD800', '\uFFFD') };
      expect(splitConnectionUrl(address)).toEqual({ caller, rest: `${COLAB}/drive/one` });
      expect(parsePastedCaller(address)).toEqual(caller);
    },
  );
});

describe('an address that a user pastes', () => {
  it.each([
    ['tok_EN-1&8765', { token: 'tok_EN-1', port: 8765 }],
    ['  tok&1  ', { token: 'tok', port: 1 }],
    [
      'https://colab.research.google.com/drive/x?y=1#mcpProxyToken=abc&mcpProxyPort=99',
      { token: 'abc', port: 99 },
    ],
    ['#mcpProxyPort=99&mcpProxyToken=abc', { token: 'abc', port: 99 }],
    ['abc', null],
    ['abc&0', null],
    ['abc&65535', { token: 'abc', port: 65_535 }],
    ['abc&65536', null],
    ['abc&70000', null],
    ['abc&8.5', null],
    [`${'x'.repeat(512)}&80`, { token: 'x'.repeat(512), port: 80 }],
    [`${'x'.repeat(513)}&80`, null],
    ['a b&80', null],
    ['abc&80&90', null],
    ['', null],
  ])('%s', (text, credentials) => {
    expect(parsePastedCaller(text)).toEqual(credentials && { credentials, agent: null, proof: null });
  });
});
