import type { ComponentChildren, JSX } from 'preact';

interface QuotedProps {
  /** For those who do not see what is around it. */
  label: string;
  /** Code keeps its spaces and reads from left to right; words are set as words. */
  kind?: 'code' | 'reason' | 'error';
  children: ComponentChildren;
}

/** A text of an agent or a cell: as it is, in a box that scrolls when it is long. */
export function QuotedText({ label, kind = 'code', children }: QuotedProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard.
    <section class={`quoted ${kind}`} tabIndex={0} aria-label={label}>
      {kind === 'code' ? <pre dir="ltr">{children}</pre> : <p dir="auto">{children}</p>}
    </section>
  );
}
