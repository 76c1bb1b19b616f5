import type { JSX } from 'preact';
import { colourProperties } from './agent-colours.ts';
import { visibleText } from './visible-text.ts';

/** A name in its colour. Isolated: a name in another script must not turn the sentence around it. */
export function AgentName({ name, colour }: { name: string; colour: number | null }): JSX.Element {
  return (
    <bdi class="agent" style={colour === null ? {} : colourProperties(colour)}>
      {visibleText(name)}
    </bdi>
  );
}
