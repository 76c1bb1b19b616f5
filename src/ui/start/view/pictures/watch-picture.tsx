import type { JSX } from 'preact';

const BARS = [10, 17, 13, 24, 20, 30];

/** A notebook with a cell that an agent runs, its chart, and the pill. */
export function WatchPicture(): JSX.Element {
  return (
    <svg
      class="picture"
      viewBox="0 0 240 140"
      role="img"
      aria-label="A notebook: the cell that the agent runs has its name, a chart below it, and Pause and Stop in the corner."
    >
      <rect class="paper" x="12" y="12" width="216" height="150" rx="10" />
      <rect class="line" x="44" y="22" width="70" height="6" rx="3" />
      <rect class="cell" x="28" y="42" width="184" height="36" rx="4" />
      <rect class="cell-frame" x="26" y="40" width="188" height="78" rx="6" />
      <rect class="agent-dot" x="40" y="34" width="66" height="12" rx="6" />
      <text class="on-agent" x="47" y="43">
        Your agent
      </text>
      <circle class="ring" cx="42" cy="60" r="8" />
      <rect class="glyph" x="39" y="57" width="6" height="6" rx="1" />
      <rect class="keyword" x="58" y="53" width="22" height="5" rx="2.5" />
      <rect class="line" x="84" y="53" width="58" height="5" rx="2.5" />
      <rect class="line" x="58" y="64" width="96" height="5" rx="2.5" />
      {BARS.map((height, place) => (
        <rect
          key={height}
          class="column"
          x={58 + place * 12}
          y={114 - height}
          width="8"
          height={height}
          rx="1.5"
        />
      ))}
      <rect class="raised" x="138" y="100" width="84" height="26" rx="13" />
      <circle class="agent-dot" cx="152" cy="113" r="4" />
      <rect class="pause" x="167" y="107.5" width="3.5" height="11" rx="1" />
      <rect class="pause" x="173.5" y="107.5" width="3.5" height="11" rx="1" />
      <path class="divider" d="M187 106v14" />
      <rect class="halt" x="197" y="108" width="10" height="10" rx="2" />
    </svg>
  );
}
