import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { visibleText } from '../../shared/visible-text.ts';
import type { DiffPart } from '../../shared/word-diff.ts';
import { wordDiff } from '../../shared/word-diff.ts';
import { QuotedText } from './quoted-text.tsx';

interface DiffProps {
  before: string;
  after: string;
  label: string;
}

/** A difference, word by word. What goes and what comes is told by more than colour: struck out, underlined. */
export function DiffView({ before, after, label }: DiffProps): JSX.Element {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  return (
    <QuotedText label={label}>
      {parts.length === 0 ? <i>Nothing is different.</i> : parts.map(shown)}
    </QuotedText>
  );
}

function shown({ kind, text }: DiffPart, place: number): JSX.Element {
  const words = visibleText(text);
  if (kind === 'added') return <ins key={place}>{words}</ins>;
  if (kind === 'removed') return <del key={place}>{words}</del>;
  if (kind === 'gap')
    return (
      <span key={place} class="skipped">
        {words}
      </span>
    );
  return <span key={place}>{words}</span>;
}
