/** One accent per agent, readable as text on either theme's surfaces, and none like Colab's blue or its red. */
interface AgentColour {
  light: string;
  dark: string;
}

/** In the order in which agents come: the first ones differ most, also for those who see few colours. */
const COLOURS: readonly [AgentColour, ...AgentColour[]] = [
  { light: '#7a3fd1', dark: '#cbb2ff' },
  { light: '#00736b', dark: '#63d8ca' },
  { light: '#a8326f', dark: '#ff9fcb' },
  { light: '#8a5300', dark: '#f2bf6b' },
  { light: '#53671a', dark: '#bcd37a' },
  { light: '#5b5570', dark: '#c9c3dd' },
];

/** `colour` is that of an `Agent`: counted from 0, without an end. */
export function agentColour(colour: number): AgentColour {
  const place = Math.abs(Math.trunc(colour)) % COLOURS.length;
  return COLOURS[place] ?? COLOURS[0];
}

/**
 * The custom properties by which a style sheet knows an agent's colour: the sheet picks one of the two, because
 * only it knows the theme. Set through the CSSOM, which a page's CSP lets pass.
 */
export function colourProperties(colour: number): { '--agent-light': string; '--agent-dark': string } {
  const { light, dark } = agentColour(colour);
  return { '--agent-light': light, '--agent-dark': dark };
}
