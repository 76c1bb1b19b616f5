import type { JSX } from 'preact';
import type { JournalEntry } from '../../../journal/journal.ts';
import { CALL_CLASSES } from '../../../policy/policy.ts';
import { CLASS_CARDS } from '../../shared/policy-words.ts';
import type { PanelModel } from '../model/panel-model.ts';
import type { TimelineFilter } from '../model/timeline-filter.ts';

interface FilterProps {
  model: PanelModel;
  filter: TimelineFilter;
  setFilter: (filter: TimelineFilter) => void;
}

export function FilterBar({ model, filter, setFilter }: FilterProps): JSX.Element {
  const change = (part: Partial<TimelineFilter>): void => setFilter({ ...filter, ...part });
  const agents = agentsIn(model.timeline.entries);
  return (
    <search class="filters">
      <input
        type="search"
        aria-label="Search calls"
        placeholder="Search calls"
        value={filter.text}
        onInput={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <select
        aria-label="Agent"
        value={filter.agent ?? ''}
        onChange={({ currentTarget }) => change({ agent: currentTarget.value || null })}
      >
        <option value="">All agents</option>
        {[...agents].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Kind of call"
        value={filter.callClass ?? ''}
        onChange={({ currentTarget }) => change({ callClass: classNamed(currentTarget.value) })}
      >
        <option value="">All kinds</option>
        {CALL_CLASSES.map((one) => (
          <option key={one} value={one}>
            {CLASS_CARDS[one].title}
          </option>
        ))}
        <option value="other">Other</option>
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.onlyErrors}
          onChange={({ currentTarget }) => change({ onlyErrors: currentTarget.checked })}
        />
        Only errors
      </label>
    </search>
  );
}

function classNamed(value: string): TimelineFilter['callClass'] {
  return value === 'other' ? value : (CALL_CLASSES.find((one) => one === value) ?? null);
}

/** Those that have called something, by id; the latest name wins. */
function agentsIn(entries: readonly JournalEntry[]): Map<string, string> {
  const agents = new Map<string, string>();
  for (const { agent } of entries) if (agent) agents.set(agent.id, agent.name);
  return agents;
}
