import type { ComponentChildren, JSX } from 'preact';
import type { PaneName } from './app.tsx';

interface Tab {
  name: PaneName;
  label: string;
  /** Shown beside the label when there is something. */
  count: number | null;
}

interface TabsProps {
  tabs: Tab[];
  chosen: PaneName;
  choose: (name: PaneName) => void;
  children: ComponentChildren;
}

/** One tab stop; the arrow keys choose. */
export function Tabs({ tabs, chosen, choose, children }: TabsProps): JSX.Element {
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const place = tabs.findIndex(({ name }) => name === chosen) + step;
    const next = tabs[(place + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    choose(next.name);
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label="What to see" onKeyDown={move}>
        {tabs.map(({ name, label, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === chosen}
            aria-controls="pane"
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {label}
            {count !== null && count > 0 && <span class="count">{count}</span>}
          </button>
        ))}
      </div>
      <div id="pane" role="tabpanel" aria-labelledby={`tab-${chosen}`} tabIndex={-1} data-focus-home="pane">
        {children}
      </div>
    </>
  );
}
