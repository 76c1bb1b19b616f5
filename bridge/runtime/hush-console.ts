/** The client library talks to a browser's console. Here that would be stdout, which belongs to the protocol. */
export function hushConsole(): void {
  for (const method of ['log', 'debug', 'info', 'warn', 'error'] as const) console[method] = () => {};
}
