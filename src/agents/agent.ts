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

/** Names that would be taken for somebody else. */
const RESERVED = new Set(['user', 'the user', 'you', 'cellwire', 'system']);

/** What a client calls itself, made fit to be shown: one line, no invisible or turning characters, not too long. */
export function agentName(claimed: unknown): string {
  if (typeof claimed !== 'string') return UNNAMED_AGENT;
  const plain = claimed
    // Controls, marks that turn the writing direction, what has no width, and what has no meaning.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const name = [...plain].slice(0, MAX_NAME_CHARS).join('').trim();
  if (name === '') return UNNAMED_AGENT;
  return RESERVED.has(name.toLowerCase()) ? `an agent called "${name}"` : name;
}

/** The name, with a number where others in the notebook have it already. */
export function distinctName(name: string, others: readonly string[]): string {
  if (!others.includes(name)) return name;
  let number = 2;
  while (others.includes(`${name} (${number})`)) number++;
  return `${name} (${number})`;
}
