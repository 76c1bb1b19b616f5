import { afterEach, describe, expect, it, vi } from 'vitest';
import { isShown, place } from '../../../content-scripts/starter/place.ts';
import { takeCaller } from '../../../content-scripts/starter/take-caller.ts';
import { splitConnectionUrl } from '../../../src/wire/connection-url.ts';

const COLAB = 'https://colab.research.google.com';
const SECRET = { token: 'secret', port: 8765 };

function showAt(address: string): { state: unknown; replaceState: ReturnType<typeof vi.fn> } {
  const history = { state: { of: 'the site' }, replaceState: vi.fn() };
  vi.stubGlobal('location', new URL(address, COLAB));
  vi.stubGlobal('history', history);
  return history;
}

afterEach(() => vi.unstubAllGlobals());

describe('the place of a tab', () => {
  it.each([
    ['/drive/one', '/drive/one'],
    ['/drive/one?authuser=1#scrollTo=x', '/drive/one'],
    ['/notebooks/empty.ipynb', '/notebooks/empty.ipynb'],
    ['/notebooks/empty.ipynb#fileId=abc', '/notebooks/empty.ipynb#fileId=abc'],
    ['/#fileId=https%3A//example.org/a.ipynb&scrollTo=x', '/#fileId=https://example.org/a.ipynb'],
    ['/#scrollTo=x&fileId=abc', '/#fileId=abc'],
    ['/#fileId=', '/'],
  ])('at %s is %s', (address, path) => {
    showAt(address);
    expect(place()).toEqual({ origin: COLAB, path });
  });

  it('is shown when both its origin and its notebook are', () => {
    showAt('/#fileId=abc');
    expect(isShown({ origin: COLAB, path: '/#fileId=abc' })).toBe(true);
    expect(isShown({ origin: COLAB, path: '/' })).toBe(false);
    expect(isShown({ origin: 'https://colab.google.com', path: '/#fileId=abc' })).toBe(false);
  });
});

describe('the server’s address in a fragment', () => {
  it.each([
    ['/drive/one#mcpProxyToken=secret&mcpProxyPort=8765', SECRET, '/drive/one'],
    ['/drive/one#mcpProxyPort=8765&mcpProxyToken=secret', SECRET, '/drive/one'],
    [
      '/?a=b#fileId=x%2Fy&mcpProxyToken=secret&mcpProxyPort=8765&scrollTo=c',
      SECRET,
      '/?a=b#fileId=x%2Fy&scrollTo=c',
    ],
    // Half of it, or nonsense, is of no use; it goes all the same.
    ['/drive/one#mcpProxyToken=secret', null, '/drive/one'],
    ['/drive/one#mcpProxyPort=8765&scrollTo=c', null, '/drive/one#scrollTo=c'],
    ['/drive/one#mcpProxyToken=secret&mcpProxyPort=0', null, '/drive/one'],
  ])('of %s is taken out of it', (address, credentials, rest) => {
    const caller = credentials && { credentials, agent: null, proof: null };
    expect(splitConnectionUrl(COLAB + address)).toEqual({ caller, rest: COLAB + rest });
    const history = showAt(address);
    expect(takeCaller()).toEqual(caller);
    expect(history.replaceState.mock.calls).toEqual([[history.state, '', COLAB + rest]]);
  });

  it.each(['/drive/one', '/drive/one#scrollTo=c', '/drive/one?mcpProxyToken=secret&mcpProxyPort=8765'])(
    'is not in %s, which stays as it is',
    (address) => {
      expect(splitConnectionUrl(COLAB + address)).toEqual({ caller: null, rest: null });
      const history = showAt(address);
      expect(takeCaller()).toBeNull();
      expect(history.replaceState).not.toHaveBeenCalled();
    },
  );
});
