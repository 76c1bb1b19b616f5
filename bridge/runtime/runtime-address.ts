/** Where a runtime without a notebook is: a Jupyter server or gateway, and which kernel of it. */
export interface RuntimeAddress {
  /** With a slash at its end, and without the token: it may be shown. */
  baseUrl: string;
  token: string;
  /** One that runs already, and is not ours to end. Undefined: one is started with the first call. */
  kernelId?: string;
  /** The kind of kernel to start. Undefined: the server's default. */
  kernelName?: string;
}

/** What people copy from the address bar shows a page of the server, not the server. */
const PAGES = /\/(?:lab|tree|notebooks|consoles|doc|api)(?:\/.*)?$/;

/** Null when it is no address of a server. */
export function runtimeAddress(text: string): RuntimeAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null;
  const query = url.searchParams;
  const path = url.pathname.replace(PAGES, '/').replace(/\/*$/, '/');
  const [kernelId, kernelName] = [query.get('kernel'), query.get('kernel_name')];
  return {
    baseUrl: `${url.origin}${path}`,
    token: query.get('token') ?? '',
    ...(kernelId ? { kernelId } : {}),
    ...(kernelName ? { kernelName } : {}),
  };
}
