import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { JournalEntry } from '../../../journal/journal.ts';
import { RowLayout } from '../model/row-layout.ts';

/** As in timeline.css, in rem: who has larger letters has higher rows. */
const ROW_REM = 3.25;
/** Rows that exist above and below those in view, so that a quick scroll meets no gap. */
const AROUND = 8;

interface RowWindow {
  layout: RowLayout;
  from: number;
  to: number;
}

/** Which rows of a long list are in view. `extras`: how much some have below them, by number. */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  rows: readonly JournalEntry[],
  extras: ReadonlyMap<number, number>,
): RowWindow {
  const [view, setView] = useState({ top: 0, bottom: innerHeight });
  const rowPx = ROW_REM * rootPx();
  const layout = useMemo(() => {
    const byIndex = new Map<number, number>();
    const first = rows[0]?.number;
    if (extras.size > 0 && first !== undefined)
      for (const [index, { number }] of rows.entries()) {
        const px = extras.get(number);
        if (px !== undefined) byIndex.set(index, px);
      }
    return new RowLayout(rows.length, rowPx, byIndex);
  }, [rows, extras, rowPx]);

  const look = (): void => {
    const top = -(list.current?.getBoundingClientRect().top ?? 0);
    const bottom = top + innerHeight;
    setView((before) => (before.top === top && before.bottom === bottom ? before : { top, bottom }));
  };
  useEffect(() => {
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, []);
  // What stands above the list may have grown or gone with this very change.
  useLayoutEffect(look);

  return { layout, ...layout.range(view.top, view.bottom, AROUND) };
}

const rootPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
