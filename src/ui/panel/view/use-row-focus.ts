import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../../journal/journal.ts';

const PAGE = 10;

interface RowFocus {
  /** The index of the row that Tab leads to; -1 where there is none. */
  current: number;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
}

/** One tab stop for all rows: the arrow keys, Home, End, Page Up and Page Down go from row to row. */
export function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly JournalEntry[]): RowFocus {
  const [number, setNumber] = useState<number | null>(null);
  const isMoving = useRef(false);
  const found = number === null ? -1 : rows.findIndex((row) => row.number === number);
  const current = found === -1 ? Math.min(0, rows.length - 1) : found;
  // The row exists only now.
  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    list.current?.querySelector<HTMLElement>(`[data-number="${number}"]`)?.focus();
  });
  return {
    current,
    onKeyDown: (event) => {
      if (numberOf(event.target) === null) return;
      const steps: Record<string, number> = {
        ...{ ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE },
        ...{ Home: -rows.length, End: rows.length },
      };
      const step = steps[event.key];
      if (step === undefined) return;
      const next = rows[Math.max(0, Math.min(rows.length - 1, current + step))];
      if (!next) return;
      event.preventDefault();
      isMoving.current = next.number !== number;
      setNumber(next.number);
    },
    onFocus: ({ target }) => {
      const focused = numberOf(target);
      if (focused !== null) setNumber(focused);
    },
  };
}

function numberOf(target: EventTarget | null): number | null {
  const number = target instanceof HTMLElement ? target.dataset.number : undefined;
  return number === undefined ? null : Number(number);
}
