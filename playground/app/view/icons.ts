/** The name that stands in the page as text, and what is drawn in its place. */
const ICONS = {
  add: { ligature: 'add', path: 'M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6v2z' },
  check: { ligature: 'done', path: 'M9 16.17L4.83 12l-1.42 1.41L9 19 21 7l-1.41-1.41z' },
  close: {
    ligature: 'close',
    path: 'M19 6.41L17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z',
  },
  delete: {
    ligature: 'delete',
    path: 'M6 19c0 1.1.9 2 2 2h8c1.1 0 2-.9 2-2V7H6v12zM8 9h8v10H8V9zm7.5-5l-1-1h-5l-1 1H5v2h14V4z',
  },
  down: {
    ligature: 'arrow_downward',
    path: 'M20 12l-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8 8-8z',
  },
  'drop-down': { ligature: 'arrow_drop_down', path: 'M7 10l5 5 5-5z' },
  edit: {
    ligature: 'edit',
    path: 'M3 17.25V21h3.75L17.81 9.94l-3.75-3.75L3 17.25zM20.71 7.04a1 1 0 0 0 0-1.41l-2.34-2.34a1 1 0 0 0-1.41 0l-1.83 1.83 3.75 3.75 1.83-1.83z',
  },
  expand: { ligature: 'expand_more', path: 'M16.59 8.59L12 13.17 7.41 8.59 6 10l6 6 6-6z' },
  more: {
    ligature: 'more_horiz',
    path: 'M6 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  },
  play: { ligature: 'play_arrow', path: 'M8 5v14l11-7z' },
  search: {
    ligature: 'search',
    path: 'M15.5 14h-.79l-.28-.27A6.47 6.47 0 0 0 16 9.5 6.5 6.5 0 1 0 9.5 16c1.61 0 3.09-.59 4.23-1.57l.27.28v.79l5 4.99L20.49 19l-4.99-5zm-6 0C7.01 14 5 11.99 5 9.5S7.01 5 9.5 5 14 7.01 14 9.5 11.99 14 9.5 14z',
  },
  stop: { ligature: 'stop', path: 'M7 7h10v10H7z' },
  toc: {
    ligature: 'toc',
    path: 'M3 9h14V7H3v2zm0 4h14v-2H3v2zm0 4h14v-2H3v2zm16 0h2v-2h-2v2zm0-10v2h2V7h-2zm0 6h2v-2h-2v2z',
  },
  up: { ligature: 'arrow_upward', path: 'M4 12l1.41 1.41L11 7.83V20h2V7.83l5.58 5.59L20 12l-8-8-8 8z' },
  warning: { ligature: 'warning', path: 'M1 21h22L12 2 1 21zm12-3h-2v-2h2v2zm0-4h-2v-4h2v4z' },
} as const;

export type IconName = keyof typeof ICONS;

/** As in Colab its name is text inside the element. There a font draws it; here a mask does, for want of the font. */
export function icon(name: IconName): HTMLElement {
  const { ligature, path } = ICONS[name];
  const host = document.createElement('md-icon');
  host.textContent = ligature;
  host.setAttribute('aria-hidden', 'true');
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}"/></svg>`;
  Object.assign(host.style, {
    flex: 'none',
    width: '18px',
    height: '18px',
    fontSize: '0',
    background: 'currentColor',
    maskImage: `url("data:image/svg+xml,${encodeURIComponent(drawing)}")`,
  });
  return host;
}
