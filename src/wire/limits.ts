/**
 * Google's server closes the socket on a message over 1,048,576 bytes and the call is lost with it,
 * so no frame that leaves the extension may come near.
 */
export const MAX_FRAME_BYTES = 1_000_000;

/** What a tool's result may weigh as JSON, leaving room for the envelope around it. */
export const MAX_RESULT_BYTES = 950_000;

/** The longest text a cell may be given in one call. */
export const MAX_SOURCE_CHARS = 1_000_000;

export const utf8Length = (text: string): number => new TextEncoder().encode(text).length;
