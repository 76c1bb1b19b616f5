import type { JSX } from 'preact';

/** A terminal in which the set-up has run. */
export function ServerPicture(): JSX.Element {
  return (
    <svg
      class="picture"
      viewBox="0 0 240 140"
      role="img"
      aria-label="A terminal: npx cellwire setup has found the agents and added the server."
    >
      <rect class="terminal" x="20" y="18" width="200" height="106" rx="10" />
      <path class="terminal-bar" d="M20 28a10 10 0 0 1 10-10h180a10 10 0 0 1 10 10v8H20z" />
      <circle class="terminal-dim" cx="32" cy="27" r="3" />
      <circle class="terminal-dim" cx="42" cy="27" r="3" />
      <circle class="terminal-dim" cx="52" cy="27" r="3" />
      <g class="mono">
        <text x="32" y="56">
          <tspan class="prompt">$</tspan> npx cellwire setup
        </text>
      </g>
      {[74, 92].map((y, place) => (
        <g key={y}>
          <path class="tick" d={`M33 ${y - 3}l3.5 3.5 6.5-7`} />
          <rect class="terminal-line" x="52" y={y - 5} width={place === 0 ? 84 : 62} height="5" rx="2.5" />
        </g>
      ))}
      <text class="mono prompt" x="32" y="113">
        $
      </text>
      <rect class="caret" x="43" y="104" width="6" height="11" />
    </svg>
  );
}
