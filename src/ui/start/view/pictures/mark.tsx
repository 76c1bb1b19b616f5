import type { JSX } from 'preact';

/** Cellwire's icon: two cells and the wire between them. 16 units wide. */
export function Mark({ x, y, size = 16 }: { x: number; y: number; size?: number }): JSX.Element {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 16})`}>
      <rect class="mark" width="16" height="16" rx="4" />
      <rect class="mark-cell" x="2.6" y="3.2" width="10.8" height="4" rx="1.2" />
      <rect class="mark-other" x="2.6" y="9" width="10.8" height="4" rx="1.2" />
      <path class="mark-wire" d="M8 6.4v4" />
      <circle class="mark-end" cx="8" cy="10.8" r="1.1" />
    </g>
  );
}
