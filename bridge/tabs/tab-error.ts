/** The tab answered a request with a JSON-RPC error. */
export class TabError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'TabError';
    this.code = code;
  }
}
