/**
 * A constructed sheet, because the page's CSP forbids inline styles. What stands on :host is important:
 * in a shadow root that beats the page's own important rules, so the page cannot hide or move the question.
 */
export function consentStyles(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host {
      all: initial !important;
      position: fixed !important;
      inset: 16px 16px auto auto !important;
      display: block !important;
      opacity: 1 !important;
      visibility: visible !important;
      transform: none !important;
      pointer-events: auto !important;
      z-index: 2147483647 !important;
    }
    .card {
      width: 440px;
      box-sizing: border-box;
      padding: 20px 22px;
      border: 1px solid #dadce0;
      border-radius: 14px;
      background: #fff;
      color: #202124;
      box-shadow: 0 8px 28px rgb(60 64 67 / 28%);
      font: 14px/1.45 system-ui, 'Segoe UI', Roboto, sans-serif;
    }
    p { margin: 0 0 8px; }
    h2 { margin: 0 0 8px; font-size: 17px; line-height: 1.3; font-weight: 600; }
    .brand { color: #1a73e8; font-size: 12px; font-weight: 600; letter-spacing: .04em; text-transform: uppercase; }
    .fine { color: #5f6368; font-size: 13px; }
    .choices { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; margin-top: 14px; }
    button { padding: 8px 6px; border-radius: 18px; border: 1px solid #dadce0; background: #fff; color: #1a73e8; font: inherit; font-weight: 500; cursor: pointer; }
    button:hover { background: #f1f5fe; }
    button:focus-visible { outline: 2px solid #1a73e8; outline-offset: 2px; }
    .strong { background: #1a73e8; border-color: #1a73e8; color: #fff; }
    .strong:hover { background: #1765cc; }
  `);
  return sheet;
}
