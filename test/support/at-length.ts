/**
 * `CELLWIRE_AT_LENGTH=all`: everything as often, on as many faces of the page and as far as somebody has thought of. Else
 * what shows it, in the time that a test run may take.
 */
export const isAtLength = process.env.CELLWIRE_AT_LENGTH === 'all';
