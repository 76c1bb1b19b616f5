import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CallClass, Verdict } from '../../policy/policy.ts';
import { CLASS_CARDS, VERDICT_WORDS, verdictsFor } from './policy-words.ts';

interface VerdictProps {
  callClass: CallClass;
  verdict: Verdict;
  setVerdict: (verdict: Verdict) => void;
}

/** The user's word on one class of calls. */
export function VerdictField({ callClass, verdict, setVerdict }: VerdictProps): JSX.Element {
  // Shown at once; what is pushed has the last word.
  const [chosen, choose] = useState(verdict);
  useEffect(() => choose(verdict), [verdict]);
  const { title, about } = CLASS_CARDS[callClass];
  return (
    <div class="verdict">
      <label for={`verdict-${callClass}`}>{title}</label>
      <select
        id={`verdict-${callClass}`}
        class={chosen}
        aria-describedby={`about-${callClass}`}
        value={chosen}
        onChange={({ currentTarget }) => {
          const next = verdictsFor(callClass).find((one) => one === currentTarget.value);
          if (!next) return;
          choose(next);
          setVerdict(next);
        }}
      >
        {verdictsFor(callClass).map((one) => (
          <option key={one} value={one}>
            {VERDICT_WORDS[one]}
          </option>
        ))}
      </select>
      <p class="fine" id={`about-${callClass}`}>
        {about}
      </p>
    </div>
  );
}
