import type { Check } from './diagnosis.ts';

const MARKS = { ok: 'ok     ', warning: 'warning', failure: 'FAILURE' };

/**
 * What is long and without a gap might be a token, or a key: a server's own words are among these. Names of sites have
 * dots and slashes between shorter parts.
 */
const SECRET = /[\w-]{16,}(?:\.[\w-]{16,})?/g;

/** To be pasted where others read it: no secret, and nothing of any notebook. */
export function diagnosisText(checks: readonly Check[]): string {
  const lines = checks.map(({ grade, title, words, mend }) => {
    const next = grade === 'ok' || mend === null ? '' : `\n         → ${mend}`;
    return `${MARKS[grade]}  ${title}: ${words}${next}`;
  });
  return `${['Cellwire, seen from the extension', ...lines].join('\n').replace(SECRET, '…')}\n`;
}
