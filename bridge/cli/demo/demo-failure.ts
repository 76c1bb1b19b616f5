/** The demo cannot go on; the message says why and what to do. */
export class DemoFailure extends Error {
  override readonly name = 'DemoFailure';
}
