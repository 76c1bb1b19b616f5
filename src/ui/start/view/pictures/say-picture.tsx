import type { JSX } from 'preact';
import { Mark } from './mark.tsx';

/** What the user says to the agent, and the agent's answer. */
export function SayPicture(): JSX.Element {
  return (
    <svg
      class="picture"
      viewBox="0 0 240 140"
      role="img"
      aria-label="The user says: Connect to Colab. The agent answers that a notebook is connected."
    >
      <path
        class="bubble-user"
        d="M98 22h102a12 12 0 0 1 12 12v22l8 8h-122a12 12 0 0 1-12-12V34a12 12 0 0 1 12-12z"
      />
      <text class="on-user" text-anchor="middle" x="149" y="47.5">
        Connect to Colab
      </text>
      <path
        class="bubble-agent"
        d="M20 124l8-8V88a12 12 0 0 1 12-12h112a12 12 0 0 1 12 12v24a12 12 0 0 1-12 12z"
      />
      <circle class="agent-dot" cx="44" cy="92" r="5" />
      <rect class="agent-name" x="54" y="89" width="46" height="6" rx="3" />
      <Mark x={39} y={102} size={14} />
      <rect class="line" x="59" y="106" width="64" height="6" rx="3" />
      <path class="tick" d="M132 108.5l4 4 7-8" />
    </svg>
  );
}
