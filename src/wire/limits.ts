/**
 * Google's server closes the socket on a message over 1,048,576 bytes and the call is lost with it,
 * so no frame that leaves the extension may come near.
 */
export const MAX_FRAME_BYTES = 1_000_000;

/** What a tool's result may weigh as JSON, leaving room for the envelope around it. */
export const MAX_RESULT_BYTES = 950_000;

/** The longest text a cell may be given in one call. */
export const MAX_SOURCE_CHARS = 1_000_000;

const encoder = new TextEncoder();

export const utf8Length = (text: string): number => encoder.encode(text).length;

/** UTF-8 takes at most three bytes per UTF-16 unit, so most frames need no counting. */
export const fitsFrame = (text: string): boolean =>
  text.length * 3 <= MAX_FRAME_BYTES || utf8Length(text) <= MAX_FRAME_BYTES;
