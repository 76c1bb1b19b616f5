const sheets = new Map<string, CSSStyleSheet>();

/** Opens a shadow root with a shared style sheet: one parse per sheet, however many elements use it. */
export function openShadow(host: HTMLElement, css: string, ...children: Node[]): ShadowRoot {
  let sheet = sheets.get(css);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  root.append(...children);
  return root;
}
