import { describe, expect, it } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
import { FakeColab } from './fake-colab.ts';

const SITE = 'https://colab.research.google.com';

/** What the status says of a notebook at this address, on a page that has no other name for it. */
async function notebookAt(href: string): Promise<{ id: string; url: string }> {
  const { window } = new FakeColab('a');
  const { notebook } = await createColab({ ...window, location: { href } }).notebook.status();
  return { id: notebook.id, url: notebook.url };
}

describe('the address of the notebook', () => {
  it.each([
    ['/drive/1?authuser=1', '/drive/1?authuser=1', '/drive/1'],
    ['/drive/1#mcpProxyToken=secret&mcpProxyPort=1', '/drive/1', '/drive/1'],
    ['/drive/1#scrollTo=x', '/drive/1', '/drive/1'],
    [
      '/?x=1#scrollTo=x&fileId=https%3A//example.org/a.ipynb?raw&mcpProxyToken=secret',
      '/?x=1#fileId=https%3A//example.org/a.ipynb?raw',
      '/#fileId=https%3A//example.org/a.ipynb?raw',
    ],
    ['/drive/1#noFileId=secret', '/drive/1', '/drive/1'],
  ])('keeps of the fragment of %s only what names it', async (address, url, id) => {
    expect(await notebookAt(SITE + address)).toEqual({ url: SITE + url, id });
  });
});
