import type { JSX } from 'preact';
import { CopyButton } from './copy-button.tsx';

/** What the user types in a terminal. */
export function Command({ text }: { text: string }): JSX.Element {
  return (
    <div class="command">
      <code>{text}</code>
      <CopyButton label="Copy" describes={text} text={() => text} />
    </div>
  );
}
