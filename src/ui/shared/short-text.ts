/** The beginning of a text that should be short, and may have been made long on purpose. */
export function shortText(text: string, mostChars: number): string {
  return text.length > mostChars ? `${text.slice(0, mostChars).trimEnd()}…` : text;
}
