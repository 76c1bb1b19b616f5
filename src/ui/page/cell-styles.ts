/** What stands at cells. Only marks move, one at a time, and only for those who do not mind. */
export const CELL_STYLES = `
  .stage { position: fixed; left: 0; top: 0; overflow: clip; pointer-events: none; }
  .mark, .at-cell { position: absolute; left: 0; top: 0; }
  .mark { border: 2px solid var(--agent); border-radius: 10px; }
  .mark.touched { box-shadow: 0 0 0 3px color-mix(in srgb, var(--agent) 25%, transparent); }
  .tag {
    position: absolute; left: 62px; top: -9px; max-width: min(260px, calc(100% - 160px)); padding: 0 8px;
    border-radius: 9px; background: var(--agent); color: var(--surface);
    font-size: 11px; line-height: 17px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  }
  @media (prefers-reduced-motion: no-preference) {
    .mark.touched { animation: 2s linear glow both; }
    .mark.running .tag { animation: 1.8s ease-in-out infinite alternate breathe; }
  }
  @keyframes glow { 0%, 60% { opacity: 1; } 100% { opacity: 0; } }
  /* Opaque: the line of the mark runs behind the words. */
  @keyframes breathe { to { background: color-mix(in srgb, var(--agent) 80%, var(--surface)); } }

  .at-cell > * { pointer-events: auto; }
  .at-cell.is-chip { width: max-content !important; }
  .proposal {
    gap: 8px; padding: 12px 14px; border-left: 4px solid var(--agent);
    max-height: var(--most-height, 60vh); overflow: auto;
  }
  .proposal h2 { font-size: 14px; font-weight: 400; }
  .proposal .scrollable { flex: 0 1 auto; min-height: 56px; max-height: 260px; }
  .proposal .choices { position: sticky; bottom: -12px; margin: 0 -14px -12px; padding: 2px 14px 12px; background: var(--surface); }
  .reason { color: var(--soft-text); }
  .stale {
    padding: 6px 10px; border-radius: 8px; background: var(--warning-surface); color: var(--warning); font-size: 13px;
  }
  ins { background: var(--added); text-decoration: underline; text-underline-offset: 3px; }
  del { background: var(--removed); text-decoration: line-through; }
  /* Struck out and underlined are not read out. */
  ins::before, del::before {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
  }
  ins::before { content: ' [added: '; }
  del::before { content: ' [removed: '; }
  .gap { display: block; margin: 4px 0; color: var(--soft-text); font: 12px/1.5 var(--text-font); font-style: italic; }
  .gap::before { content: '⋯ ' / ''; }
  .own, .why {
    width: 100%; padding: 8px 10px; border: 1px solid var(--bold-line); border-radius: 8px;
    background: var(--surface); color: var(--text);
  }
  .own { flex: 0 1 auto; min-height: 80px; font: 12.5px/1.5 var(--code-font); resize: vertical; tab-size: 4; }
  .why { font: inherit; }
  .own:focus-visible, .why:focus-visible { outline: 2px solid var(--primary); outline-offset: 0; border-color: transparent; }
  .chip {
    display: inline-flex; align-items: center; gap: 6px; max-width: 320px; min-height: 24px; padding: 2px 10px;
    border: 1px solid var(--agent); border-radius: 12px; background: var(--surface); color: var(--text);
    font: 12px/1.4 var(--text-font); white-space: nowrap; cursor: pointer; box-shadow: var(--shadow);
  }
  .chip .name { max-width: 20ch; overflow: hidden; text-overflow: ellipsis; }
  .chip:hover { background: var(--hover); }
  .chip:focus-visible { outline: 2px solid var(--primary); outline-offset: 1px; }
`;
