import type { ComponentChildren, JSX } from 'preact';

interface QuotedProps {
  /** For those who do not see what is around it. */
  label: string;
  children: ComponentChildren;
}

/** A text of an agent or a cell: as it is, in a box that scrolls when it is long. */
export function QuotedText({ label, children }: QuotedProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard.
    <section class="quoted" tabIndex={0} aria-label={label}>
      <pre dir="ltr">{children}</pre>
    </section>
  );
}
