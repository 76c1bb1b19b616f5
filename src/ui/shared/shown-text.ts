/** Characters that turn the direction of writing: with them code reads otherwise than it runs, and a name takes its surroundings along. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text of somebody else's as it is, with what is invisible in it made visible. */
export function shownText(text: string): string {
  return text.replace(
    TURNING,
    (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** The beginning of a text that should be short, and may have been made long on purpose. */
export function shortText(text: string, mostChars: number): string {
  return shownText(text.length > mostChars ? `${text.slice(0, mostChars).trimEnd()}…` : text);
}
