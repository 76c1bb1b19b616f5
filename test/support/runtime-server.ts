import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** A Jupyter server or gateway that tests run code on. */
export interface RuntimeServer {
  url: string;
  token: string;
  close: () => Promise<void>;
}

const Kernels = z.array(z.looseObject({ id: z.string() }));

export const addressOf = ({ url, token }: RuntimeServer, more = ''): string => `${url}?token=${token}${more}`;

/** The ids of its kernels. */
export async function kernelsOf(server: RuntimeServer): Promise<string[]> {
  return Kernels.parse(await ask(server, 'api/kernels')).map(({ id }) => id);
}

/** A kernel that somebody else started. */
export async function startKernel(server: RuntimeServer): Promise<string> {
  return z.looseObject({ id: z.string() }).parse(await ask(server, 'api/kernels', 'POST')).id;
}

export async function endKernel(server: RuntimeServer, id: string): Promise<void> {
  await ask(server, `api/kernels/${id}`, 'DELETE');
}

async function ask({ url, token }: RuntimeServer, path: string, method = 'GET'): Promise<unknown> {
  const headers = { Authorization: `token ${token}` };
  const response = await fetch(new URL(path, url), { method, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.status === 204 ? null : response.json();
}

/** Waits until the server has no kernel of these. */
export async function gone(server: RuntimeServer, ids: readonly string[], limitMs = 8_000): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await pause(100)) {
    const left = await kernelsOf(server);
    if (!ids.some((id) => left.includes(id))) return true;
  }
  return false;
}
