import type { JSX } from 'preact';
import { Mark } from './mark.tsx';

const PUZZLE =
  'M10 3.2a2 2 0 0 1 4 0V4h3a1.6 1.6 0 0 1 1.6 1.6v3h.8a2 2 0 0 1 0 4h-.8v4a1.6 1.6 0 0 1-1.6 1.6H6.4a1.6 1.6 0 0 1-1.6-1.6v-3.5h.7a1.9 1.9 0 0 0 0-3.8h-.7V5.6A1.6 1.6 0 0 1 6.4 4H10z';
const PIN = 'M7 1h6v1.5l-1 .8v4.2l2.5 2.5v1.5h-3.7v5L10 17.5l-.8-1v-5H5.5V10L8 7.5V3.3l-1-.8z';

/** The browser's menu of extensions, and the pin in it. */
export function PinPicture(): JSX.Element {
  return (
    <svg
      class="picture"
      viewBox="0 0 240 140"
      role="img"
      aria-label="The browser’s menu of extensions: the pin beside Cellwire is pressed."
    >
      <rect class="paper" x="12" y="14" width="216" height="140" rx="10" />
      <path class="bar" d="M12 24a10 10 0 0 1 10-10h196a10 10 0 0 1 10 10v20H12z" />
      <rect class="field" x="24" y="21" width="128" height="16" rx="8" />
      <rect class="line" x="34" y="27" width="60" height="4" rx="2" />
      <circle class="halo" cx="187" cy="29" r="12" />
      <path class="glyph" d={PUZZLE} transform="translate(178 20.5) scale(.76)" />
      <circle class="person" cx="211" cy="29" r="7" />
      <g class="menu">
        <rect class="raised" x="92" y="50" width="124" height="78" rx="8" />
        <rect class="line" x="104" y="61" width="52" height="5" rx="2.5" />
        <rect class="chosen" x="97" y="73" width="114" height="24" rx="6" />
        <Mark x={104} y={77} />
        <text x="126" y="89.5">
          Cellwire
        </text>
        <path class="accent" d={PIN} transform="translate(189 76.5) scale(.86)" />
        <rect class="blank" x="104" y="104" width="16" height="16" rx="4" />
        <rect class="line" x="126" y="110" width="46" height="4" rx="2" />
      </g>
    </svg>
  );
}
