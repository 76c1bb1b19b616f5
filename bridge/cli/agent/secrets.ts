/** Shorter ones are what people write where an endpoint wants no key, such as "none": words that stand anywhere. */
const LEAST_LENGTH = 8;
const HIDDEN = '[hidden]';

/** Takes the key out of a text, however it came to be there: endpoints repeat it in their errors. */
export function hiding(key: string | null): (text: string) => string {
  if (key === null || key.length < LEAST_LENGTH) return (text) => text;
  const written = JSON.stringify(key).slice(1, -1);
  return (text) => text.replaceAll(key, HIDDEN).replaceAll(written, HIDDEN);
}

/** A link to a notebook lets in whoever opens it first. */
export function withoutLinkTokens(text: string): string {
  return text.replace(/\b(mcpProxyToken|cellwireProof)=[\w.~%+-]+/g, `$1=${HIDDEN}`);
}
