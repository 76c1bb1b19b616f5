import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { countOf, grouped } from '../model/number-words.ts';
import type { PanelModel } from '../model/panel-model.ts';
import type { TimelineFilter } from '../model/timeline-filter.ts';
import { filterEntries, isFiltering, NO_FILTER } from '../model/timeline-filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { RunQueue } from './run-queue.tsx';
import { TimelineList } from './timeline-list.tsx';

/** What runs and waits, and all that agents did. */
export function ActivityPane({ model }: { model: PanelModel }): JSX.Element {
  const [filter, setFilter] = useState<TimelineFilter>(NO_FILTER);
  const { timeline, view } = model;
  const { entries } = timeline;
  const rows = useMemo(() => filterEntries(entries, filter, model.placeOf), [entries, filter]);
  const looksForMore = isFiltering(filter) && !timeline.isComplete;
  // A filter is about all calls: those that are not here yet come piece by piece.
  useEffect(() => {
    if (looksForMore) void model.fetchEarlier().catch(() => {});
  }, [looksForMore, entries]);
  if (!view) return <p class="empty">{emptyWords(model)}</p>;
  return (
    <>
      <RunQueue model={model} runs={view.runs} />
      <section aria-labelledby="calls">
        <h2 id="calls">What agents did</h2>
        {timeline.total === 0 ? (
          <p class="empty">Nothing yet. Every call of an agent will be listed here, newest first.</p>
        ) : (
          <>
            <FilterBar model={model} filter={filter} setFilter={setFilter} />
            <TimelineList
              model={model}
              rows={rows}
              note={noteOf(rows.length, timeline.total, isFiltering(filter), looksForMore)}
            />
          </>
        )}
      </section>
    </>
  );
}

function noteOf(shown: number, total: number, isFiltered: boolean, looksForMore: boolean): string {
  const calls = countOf(total, 'call', 'calls');
  if (!isFiltered) return calls;
  return `${grouped(shown)} of ${calls}${looksForMore ? ', looking for more…' : ''}`;
}

function emptyWords({ subject, state }: PanelModel): string {
  if (subject === 'looking') return 'Looking at this tab…';
  if (subject === 'no-notebook')
    return 'Open a Colab notebook to see what agents do in it. Reload it if it was open before Cellwire was installed or updated.';
  if (state.links.length > 0) return 'The notebook does not answer yet. What agents do will show here.';
  return 'No agent has worked in this notebook. Ask yours to open it, or paste its link in Cellwire’s popup.';
}
