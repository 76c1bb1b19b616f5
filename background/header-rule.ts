/**
 * Servers accept Colab's origins only, and a socket of the offscreen document has the extension's.
 * A session rule rewrites the Origin of our own sockets to that of the tab they serve; it is bound to our
 * own initiator and to one port, so no page's traffic changes. Chrome honours it only with host permissions
 * spelled with the ws scheme.
 */
export async function setOriginHeader(port: number, origin: string): Promise<void> {
  await chrome.declarativeNetRequest.updateSessionRules({
    removeRuleIds: [port],
    addRules: [
      {
        id: port,
        action: {
          type: chrome.declarativeNetRequest.RuleActionType.MODIFY_HEADERS,
          requestHeaders: [
            {
              header: 'origin',
              operation: chrome.declarativeNetRequest.HeaderOperation.SET,
              value: origin,
            },
          ],
        },
        condition: {
          urlFilter: `:${port}/`,
          requestDomains: ['localhost', '127.0.0.1', '[::1]'],
          resourceTypes: [chrome.declarativeNetRequest.ResourceType.WEBSOCKET],
          initiatorDomains: [chrome.runtime.id],
        },
      },
    ],
  });
}

export async function removeOriginHeader(port: number): Promise<void> {
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [port] });
}
