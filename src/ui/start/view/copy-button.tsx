import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Fault } from '../../shared/fault.tsx';
import { useAct } from '../../shared/use-act.ts';

interface CopyProps {
  label: string;
  /** What is copied, for those who do not see what the button stands beside. */
  describes: string;
  text: () => string;
}

export function CopyButton({ label, describes, text }: CopyProps): JSX.Element {
  const { fault, act } = useAct('Not copied.');
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(false);
    await navigator.clipboard.writeText(text());
    setCopied(true);
  };
  return (
    <>
      <button
        type="button"
        class="tonal"
        aria-label={`${label}: ${describes}`}
        onClick={() => act(copy)}
        onBlur={() => setCopied(false)}
      >
        {isCopied ? 'Copied' : label}
      </button>
      <span class="hidden" role="status">
        {isCopied ? 'Copied.' : ''}
      </span>
      <Fault fault={fault} />
    </>
  );
}
