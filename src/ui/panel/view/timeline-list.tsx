import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { JournalEntry } from '../../../journal/journal.ts';
import type { PanelModel } from '../model/panel-model.ts';
import { ExportButton } from './export-button.tsx';
import { TimelineRow } from './timeline-row.tsx';
import { useHeldRows } from './use-held-rows.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRowWindow } from './use-row-window.ts';

/** When so few rows are left below, earlier ones are fetched. */
const FETCH_BEFORE_END = 30;

interface TimelineProps {
  model: PanelModel;
  /** Newest first. */
  rows: readonly JournalEntry[];
  /** How many there are, in words. */
  note: string;
}

/** The calls, newest first. Only the rows in view are elements, however many calls there were. */
export function TimelineList({ model, rows, note }: TimelineProps): JSX.Element {
  const held = useHeldRows(rows);
  const { shown, list } = held;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [extras, setExtras] = useState<ReadonlyMap<number, number>>(new Map());
  const { layout, from, to } = useRowWindow(list, shown, extras);
  const { current, onKeyDown, onFocus } = useRowFocus(list, shown);
  const isNearEnd = to >= shown.length - FETCH_BEFORE_END;
  useEffect(() => {
    if (isNearEnd) void model.fetchEarlier().catch(() => {});
  }, [isNearEnd, shown.length]);

  const toggle = (number: number): void => {
    const next = new Set(open);
    if (!next.delete(number)) next.add(number);
    else setExtras(without(extras, number));
    setOpen(next);
  };
  const indices = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);
  // The row that has focus, or would get it, is always there.
  if (current >= 0 && (current < from || current >= to)) indices.push(current);
  return (
    <>
      <div class="above-rows">
        <span class="fine" role="status">
          {note}
        </span>
        {held.newCount > 0 && (
          <button type="button" class="text" onClick={held.release}>
            Show {held.newCount} new
          </button>
        )}
        <ExportButton model={model} />
      </div>
      {shown.length === 0 && <p class="empty">No call fits this filter.</p>}
      <ol
        ref={list}
        class="timeline"
        style={{ height: `${layout.height}px` }}
        onKeyDown={onKeyDown}
        onFocusCapture={onFocus}
        {...held.listeners}
      >
        {indices.map((index) => {
          const entry = shown[index];
          if (!entry) return null;
          return (
            <TimelineRow
              key={entry.number}
              entry={entry}
              model={model}
              top={layout.topOf(index)}
              place={index + 1}
              count={shown.length}
              isOpen={open.has(entry.number)}
              isCurrent={index === current}
              toggle={toggle}
              measured={(px) => setExtras((known) => withHeight(known, entry.number, px))}
            />
          );
        })}
      </ol>
    </>
  );
}

function withHeight(
  known: ReadonlyMap<number, number>,
  number: number,
  px: number,
): ReadonlyMap<number, number> {
  return known.get(number) === px ? known : new Map(known).set(number, px);
}

function without(known: ReadonlyMap<number, number>, number: number): ReadonlyMap<number, number> {
  const rest = new Map(known);
  rest.delete(number);
  return rest;
}
