import { beforeEach, describe, expect, it } from 'vitest';
import { removeOriginHeader, setOriginHeader } from '../../../background/header-rule.ts';
import { FakeExtension } from './fake-extension.ts';

const COLAB = 'https://colab.research.google.com';

describe('the header rule', () => {
  let extension: FakeExtension;
  beforeEach(() => {
    extension = FakeExtension.install();
  });

  it('changes the Origin of the extension’s own sockets to one port on this computer, and nothing else', async () => {
    await setOriginHeader(8765, COLAB);
    expect([...extension.rules.values()]).toEqual([
      {
        id: 8765,
        action: {
          type: 'modifyHeaders',
          requestHeaders: [{ header: 'origin', operation: 'set', value: COLAB }],
        },
        condition: {
          urlFilter: ':8765/',
          requestDomains: ['localhost', '127.0.0.1', '[::1]'],
          resourceTypes: ['websocket'],
          initiatorDomains: [chrome.runtime.id],
        },
      },
    ]);
  });

  it('is one per port: the latest tab’s origin counts', async () => {
    await setOriginHeader(8765, COLAB);
    await setOriginHeader(8765, 'https://colab.google.com');
    await setOriginHeader(8766, COLAB);
    const values = [...extension.rules.values()].map(({ id, action }) => [
      id,
      action.requestHeaders?.[0]?.value,
    ]);
    expect(values).toEqual([
      [8765, 'https://colab.google.com'],
      [8766, COLAB],
    ]);
  });

  it('goes with its port and leaves the others', async () => {
    await setOriginHeader(8765, COLAB);
    await setOriginHeader(8766, COLAB);
    await removeOriginHeader(8765);
    await removeOriginHeader(9999);
    expect([...extension.rules.keys()]).toEqual([8766]);
  });
});
