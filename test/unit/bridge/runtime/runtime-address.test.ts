import { describe, expect, it } from 'vitest';
import { runtimeAddress } from '../../../../bridge/runtime/runtime-address.ts';

describe('the address of a runtime', () => {
  it.each([
    ['http://h:8888/?token=t', 'http://h:8888/', 't'],
    ['http://h:8888?token=t', 'http://h:8888/', 't'],
    ['https://h/user/me?token=a%20b', 'https://h/user/me/', 'a b'],
    ['https://h/user/me/lab/tree/a.ipynb?token=t', 'https://h/user/me/', 't'],
    ['http://h/tree?token=t#x', 'http://h/', 't'],
    ['http://h/labs/', 'http://h/labs/', ''],
    // What stands before an @ would be a password, and is no part of what may be shown.
    ['http://me:secret@h/', 'http://h/', ''],
  ])('%s is a server', (text, baseUrl, token) => {
    expect(runtimeAddress(text)).toEqual({ baseUrl, token });
  });

  it('may name a kernel, or its kind', () => {
    expect(runtimeAddress('http://h/?kernel=k1&token=t')).toMatchObject({ kernelId: 'k1' });
    expect(runtimeAddress('http://h/?kernel_name=ir&kernel=')).toEqual({
      baseUrl: 'http://h/',
      token: '',
      kernelName: 'ir',
    });
  });

  it.each(['', 'localhost:8888', 'ws://h/', 'file:///etc/passwd', 'http://'])('%j is none', (text) => {
    expect(runtimeAddress(text)).toBeNull();
  });
});
