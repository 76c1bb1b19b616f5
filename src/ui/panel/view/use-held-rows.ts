import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface HeldRows<Row> {
  list: RefObject<HTMLOListElement | null>;
  /** Without those that came while somebody was at the list. */
  shown: readonly Row[];
  newCount: number;
  release: () => void;
  listeners: { onPointerEnter: () => void; onPointerLeave: () => void };
}

/**
 * New rows come at the top and move all others down. While the pointer is over the list, focus is in it, or its top
 * is scrolled out of view, they wait: nothing is to move away from under somebody who reads or is about to click.
 */
export function useHeldRows<Row extends { number: number }>(rows: readonly Row[]): HeldRows<Row> {
  const list = useRef<HTMLOListElement>(null);
  const isPointed = useRef(false);
  /** The newest number that is shown while rows are held. */
  const [limit, setLimit] = useState<number | null>(null);
  const newest = useRef(0);
  newest.current = rows[0]?.number ?? 0;

  const look = (): void => {
    const element = list.current;
    const isRead =
      isPointed.current ||
      element?.contains(document.activeElement) === true ||
      (element?.getBoundingClientRect().top ?? 0) < 0;
    setLimit((before) => (isRead ? (before ?? newest.current) : null));
  };
  useEffect(() => {
    // Focus is where it goes only after the event.
    const soon = (): void => queueMicrotask(look);
    addEventListener('scroll', look, { passive: true });
    addEventListener('focusin', soon);
    addEventListener('focusout', soon);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('focusin', soon);
      removeEventListener('focusout', soon);
    };
  }, []);

  const from =
    limit === null
      ? 0
      : Math.max(
          0,
          rows.findIndex(({ number }) => number <= limit),
        );
  const pointed = (is: boolean) => (): void => {
    isPointed.current = is;
    look();
  };
  return {
    list,
    shown: from === 0 ? rows : rows.slice(from),
    newCount: from,
    release: () => {
      // To the top, where they are; and from there on they come by themselves.
      if ((list.current?.getBoundingClientRect().top ?? 0) < 0) scrollTo({ top: 0 });
      setLimit(null);
    },
    listeners: { onPointerEnter: pointed(true), onPointerLeave: pointed(false) },
  };
}
