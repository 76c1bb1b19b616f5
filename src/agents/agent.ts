/** Who is at the other end of a link. */
export interface Agent {
  /** That of its link: two agents of one name are two agents. */
  id: string;
  /** As people see it, and other agents: safe to show, and no two in one notebook have the same. */
  name: string;
  /** Which of the agents' colours is its: 0, 1, 2, … */
  colour: number;
}

/** A server that does not say for whom it speaks is not ours: Google's does not. */
export const UNNAMED_AGENT = "an agent by Google's server";

const MAX_NAME_CHARS = 40;
/** What is behind that is not looked at: some letters become many when they are written plainly. */
const MAX_CLAIMED_CHARS = 1_000;

/** Names that would be taken for somebody else. */
const RESERVED = /^(?:(?:the )?user(?![\p{L}\p{N}]).*|you|cellwire|system)$/iu;

/** What a client calls itself, made fit to be shown: one line, no invisible or turning characters, not too long. */
export function agentName(claimed: unknown): string {
  if (typeof claimed !== 'string') return UNNAMED_AGENT;
  const plain = claimed
    .slice(0, MAX_CLAIMED_CHARS)
    // Letters that only look otherwise: wide, ringed, joined.
    .normalize('NFKC')
    // Controls, marks that turn the writing direction, what has no width, and what has no meaning.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const name = [...plain].slice(0, MAX_NAME_CHARS).join('').trim();
  if (name === '') return UNNAMED_AGENT;
  if (!RESERVED.test(name)) return name;
  const [before, behind] = ['an agent called "', '"'];
  const room = MAX_NAME_CHARS - before.length - behind.length;
  return `${before}${[...name].slice(0, room).join('').trim()}${behind}`;
}

/** The name, with a number where others in the notebook have it already. */
export function distinctName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map((other) => other.toLowerCase()));
  const isTaken = (one: string): boolean => taken.has(one.toLowerCase());
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name} (${number})`)) number++;
  return `${name} (${number})`;
}
