import { CARD, styleSheet, THEME } from '../shared/theme.ts';

/**
 * A constructed sheet, because the page's CSP forbids inline styles. What stands on :host is important:
 * in a shadow root that beats the page's own important rules, so the page cannot hide or move the question.
 */
const CONSENT = `
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
    width: min(460px, calc(100vw - 32px));
    max-height: calc(100dvh - 32px);
    overflow: auto;
  }
  .brand { display: flex; align-items: center; gap: 8px; color: var(--soft-text); font-size: 13px; font-weight: 500; }
  .brand::before { content: ''; width: 10px; height: 10px; border-radius: 50%; background: var(--primary); }
  .card h2 { font-size: 18px; }
  .asker { display: flex; flex-direction: column; gap: 6px; }
  .suspect { padding: 8px 12px; border-radius: 8px; background: var(--warning-surface); color: var(--warning); }
  .card ul { padding-left: 20px; }
  .card li { padding: 1px 0; }
  .choices { position: sticky; bottom: -16px; margin: 0 -18px -16px; padding: 4px 18px 16px; background: var(--surface); }
`;

export const consentStyles = (): CSSStyleSheet => styleSheet(THEME, CARD, CONSENT);
