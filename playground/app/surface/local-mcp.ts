import type { Dialogs } from '../view/dialogs.ts';
import { el } from '../view/dom.ts';

/**
 * The page's own frontend for a local MCP server takes its address from the fragment and asks first. Here
 * it only asks: whoever wants to serve this notebook instead must have taken the fragment away in time.
 */
export async function offerLocalMcp(location: Location, dialogs: Dialogs): Promise<void> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('mcpProxyToken');
  const port = fragment.get('mcpProxyPort');
  if (!token || !port) return;
  sessionStorage.setItem('mcp_proxy_token', token);
  sessionStorage.setItem('mcp_proxy_port', port);
  const field = el('input', { id: 'token-field', attrs: { readonly: '', value: `${token}&${port}` } });
  await dialogs.ask({
    title: 'Connect to a local Colab MCP server',
    body: [
      'A program on this computer asks to read, change and run this notebook.',
      el('colab-local-mcp-connect-dialog', {}, field),
    ],
    buttons: [
      { label: 'Cancel', action: 'cancel' },
      { label: 'Connect', action: 'ok', primary: true },
    ],
    class: 'local-mcp-connect-dialog',
  });
}
