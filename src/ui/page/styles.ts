import { CARD, styleSheet, THEME } from '../shared/theme.ts';
import { CELL_STYLES } from './cell-styles.ts';

/**
 * The sheet over the window lets everything through; what is pressed takes it back. The pill follows Colab's own
 * colours, where a page cannot do harm with them; cards, where the user decides, have theirs.
 */
const LAYER = `
  :host {
    all: initial !important;
    position: fixed !important;
    inset: 0 !important;
    display: block !important;
    width: auto !important; height: auto !important;
    margin: 0 !important; padding: 0 !important; border: 0 !important;
    background: none !important;
    overflow: visible !important;
    opacity: 1 !important;
    visibility: visible !important;
    transform: none !important;
    pointer-events: none !important;
    z-index: 2147483646 !important;
  }
  p, figure { margin: 0; }
  .dock {
    position: fixed; right: 24px; bottom: 44px;
    display: flex; flex-direction: column; align-items: flex-end; gap: 8px;
    pointer-events: none;
  }
  .dock > * { pointer-events: auto; }
  .dot {
    display: inline-block; flex: none; width: 10px; height: 10px; border-radius: 50%;
    background: var(--agent);
  }
  .name { font-weight: 600; }
  .scrollable { overflow: auto; border-radius: 8px; background: var(--raised); }
  .scrollable:focus-visible { outline: 2px solid var(--primary); outline-offset: 1px; }
  pre { margin: 0; padding: 8px 10px; font: 12.5px/1.5 var(--code-font); white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; direction: ltr; unicode-bidi: isolate; }
  .icon { display: block; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; }
  @media (forced-colors: active) {
    .dot { forced-color-adjust: none; border: 1px solid CanvasText; }
    .card, .pill, .dot-button, .chip { border: 1px solid CanvasText; }
  }
`;

const PILL = `
  .pill, .dot-button {
    --surface: var(--colab-primary-surface-color, #fff);
    --hover: var(--colab-surface-container-high-color, #e9eef6);
    --text: var(--colab-primary-text-color, #1f1f1f);
    --soft-text: var(--colab-secondary-text-color, #444746);
    --line: var(--colab-border-color, #c4c7c5);
    --primary: var(--colab-primary-color, #0b57d0);
    color: var(--text);
    font-family: var(--colab-chrome-font-family, var(--text-font));
  }
  :host-context([theme="dark"]) :is(.pill, .dot-button) {
    --surface: var(--colab-primary-surface-color, #282a2c);
    --hover: var(--colab-surface-container-high-color, #37393b);
    --text: var(--colab-primary-text-color, #e3e3e3);
    --soft-text: var(--colab-secondary-text-color, #c4c7c5);
    --line: var(--colab-border-color, #575b59);
    --primary: var(--colab-primary-color, #a8c7fa);
  }
  .pill-place { display: flex; justify-content: flex-end; max-width: 100%; }
  .pill {
    display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px;
    max-width: min(720px, 100%); padding: 5px 6px 5px 14px;
    border: 1px solid var(--line); border-radius: 22px;
    background: var(--surface); box-shadow: var(--shadow);
    font-size: 13px; line-height: 1.35;
  }
  .lines { display: flex; flex: 1 1 auto; flex-direction: column; gap: 1px; min-width: 0; padding: 3px 0; }
  .line { display: flex; align-items: center; gap: 7px; min-width: 0; }
  .line .name { flex: 0 0 auto; max-width: 22ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .work { flex: 0 1 auto; min-width: 0; color: var(--soft-text); overflow-wrap: anywhere; }
  .clock { margin-left: .4em; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .clock::before { content: '· '; }
  .dots { display: inline-flex; }
  .dots .dot + .dot { margin-left: -3px; box-shadow: 0 0 0 1.5px var(--surface); }
  .controls { display: flex; flex: 0 0 auto; flex-wrap: wrap; align-items: center; gap: 4px; max-width: 100%; margin-left: auto; }
  .icons { display: flex; align-items: center; }
  .pill .text-button {
    display: inline-flex; align-items: center; gap: 4px;
    min-height: 30px; padding: 3px 12px 3px 8px; border-color: var(--line); font-size: 13px;
  }
  .pill .text-button:first-child:not(:has(.icon)) { padding-left: 12px; }
  .pill .text-button.stop { color: var(--error); }
  .pill .text-button.strong { border-color: var(--primary); }
  .is-paused { border-style: dashed; border-color: var(--bold-line); }
  .icon-button {
    display: grid; place-items: center; width: 30px; height: 30px; padding: 0;
    border: 0; border-radius: 50%; background: none; color: var(--soft-text); cursor: pointer;
  }
  .icon-button:hover { background: var(--hover); }
  .icon-button[aria-pressed="true"] { background: var(--container); color: var(--on-container); }
  .icon-button:focus-visible, .dot-button:focus-visible { outline: 2px solid var(--primary); outline-offset: 1px; }
  .notice { flex: 1 1 100%; padding: 0 8px 4px 0; color: var(--error); overflow-wrap: anywhere; }
  .dot-button {
    display: inline-flex; align-items: center; gap: 3px; min-width: 30px; height: 30px; padding: 0 9px;
    border: 1px solid var(--line); border-radius: 15px; background: var(--surface); box-shadow: var(--shadow);
    cursor: pointer;
  }
  .count { margin-left: 4px; color: var(--text); font: 600 12px/1 var(--text-font); }
  @media (forced-colors: active) {
    .icon-button[aria-pressed="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
  }
  /* Little room: the words of buttons that have a picture go first. */
  @media (max-width: 480px), (max-height: 480px) {
    .pill { padding-left: 12px; }
    .pill .text-button:has(.icon) { width: 30px; padding: 0; justify-content: center; }
    .pill .text-button .label {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
    }
  }
  @media (max-width: 480px) {
    .pill { border-radius: 18px; }
    .line .name { max-width: 15ch; }
  }
`;

const ASK = `
  .ask { width: 440px; max-width: 100%; min-height: 0; overflow: auto; border-left: 4px solid var(--agent); }
  .top { display: flex; justify-content: space-between; gap: 12px; }
  .card h2 .dot { margin-right: 8px; }
  .card .name { overflow-wrap: anywhere; }
  .ask .choices { position: sticky; bottom: -16px; margin: 0 -18px -16px; padding: 4px 18px 16px; background: var(--surface); }
  .quotes { display: flex; flex-direction: column; gap: 10px; }
  .quote .scrollable { max-height: 180px; margin-top: 2px; }
  .cut { padding-top: 2px; color: var(--soft-text); font-size: 12px; font-style: italic; }
`;

export const pageStyles = (): CSSStyleSheet => styleSheet(THEME, CARD, LAYER, PILL, ASK, CELL_STYLES);
