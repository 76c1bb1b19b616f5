/**
 * Colours of what is shown in the page, on the element `.ui` inside a shadow root. Not on :host, where the page could
 * set them too, and not taken from the page's own properties: a page must not be able to write in white on white
 * where the user decides. Light and dark are Colab's (`html[theme]`), whatever the system prefers.
 */
export const THEME = `
  .ui {
    --surface: #fff; --raised: #f0f4f9; --hover: #e9eef6;
    --text: #1f1f1f; --soft-text: #444746;
    --primary: #0b57d0; --on-primary: #fff; --primary-hover: #0842a0;
    --container: #d3e3fd; --on-container: #0842a0;
    --line: #c4c7c5; --bold-line: #747775;
    --error: #b3261e; --warning: #6d3a01; --warning-surface: #fff2b4;
    --added: #aceebb; --removed: #ffd8d4;
    --shadow: 0 1px 2px rgb(0 0 0 / 25%), 0 4px 14px rgb(60 64 67 / 24%);
    --text-font: system-ui, sans-serif;
    --code-font: ui-monospace, monospace;
    color: var(--text);
    font: 14px/1.45 var(--text-font);
    color-scheme: light;
    -webkit-font-smoothing: antialiased;
  }
  :host-context([theme="dark"]) .ui {
    --surface: #282a2c; --raised: #1e1f20; --hover: #37393b;
    --text: #e3e3e3; --soft-text: #c4c7c5;
    --primary: #a8c7fa; --on-primary: #062e6f; --primary-hover: #d3e3fd;
    --container: #0842a0; --on-container: #d3e3fd;
    --line: #575b59; --bold-line: #8e918f;
    --error: #f2b8b5; --warning: #fff2b4; --warning-surface: #6d3a01;
    --added: #234521; --removed: #5c2723;
    --shadow: 0 1px 2px rgb(0 0 0 / 60%), 0 4px 14px rgb(0 0 0 / 50%);
    color-scheme: dark;
  }
  .of-agent { --agent: var(--agent-light); }
  :host-context([theme="dark"]) .of-agent { --agent: var(--agent-dark); }

  * { box-sizing: border-box; }
  [hidden] { display: none !important; }
  .unseen {
    position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden;
    clip-path: inset(50%); white-space: nowrap;
  }
`;

/** A card that wants an answer. */
export const CARD = `
  .card {
    display: flex; flex-direction: column; gap: 10px;
    padding: 16px 18px;
    border: 1px solid var(--line); border-radius: 16px;
    background: var(--surface); box-shadow: var(--shadow);
    overflow-wrap: anywhere;
  }
  .card:focus { outline: none; }
  .card:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
  .card p, .card h2, .card ul { margin: 0; }
  .card h2 { font-size: 16px; line-height: 1.35; font-weight: 600; }
  .card .soft { color: var(--soft-text); font-size: 13px; }
  .card .error { color: var(--error); font-size: 13px; }
  .choices { display: flex; flex-wrap: wrap; gap: 8px; }
  .choices button { flex: 0 1 auto; }
  .text-button {
    min-height: 34px; padding: 6px 14px;
    border: 1px solid var(--bold-line); border-radius: 18px;
    background: var(--surface); color: var(--primary);
    font: inherit; font-weight: 500; text-align: center; cursor: pointer;
    overflow-wrap: anywhere;
  }
  .text-button:hover { background: var(--hover); }
  .text-button.strong { border-color: var(--primary); background: var(--primary); color: var(--on-primary); }
  .text-button.strong:hover { border-color: var(--primary-hover); background: var(--primary-hover); }
  .text-button:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
  .text-button:disabled { opacity: .6; cursor: default; }
  @media (forced-colors: active) {
    .text-button.strong { border-width: 3px; }
    .text-button:focus-visible { outline-color: Highlight; }
  }
`;

export function styleSheet(...rules: string[]): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join('\n'));
  return sheet;
}
