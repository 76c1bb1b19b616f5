import type { JSX } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';
import type { PanelModel } from '../model/panel-model.ts';
import { ActivityPane } from './activity-pane.tsx';
import { AgentsPane } from './agents-pane.tsx';
import { ChangesPane } from './changes-pane.tsx';
import { Header } from './header.tsx';
import { NeedsYou } from './needs-you.tsx';
import { RulesPane } from './rules-pane.tsx';
import { Tabs } from './tabs.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useSettling } from './use-settling.ts';

export type PaneName = 'activity' | 'changes' | 'agents' | 'rules';

export function App({ model }: { model: PanelModel }): JSX.Element {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const [chosen, choose] = useState<PaneName | null>(null);
  // At once, not after the next frame: what is told before would not be shown.
  useLayoutEffect(() => model.onChange(() => again(undefined)), [model]);
  const { view, subject } = model;
  const waiting = [...(view?.questions ?? []), ...(view?.proposals ?? [])].map(({ id }) => id);
  const isSettling = useSettling(waiting.join());
  useKeptFocus();
  const done = view?.changes.filter(({ state }) => state === 'done').length ?? 0;
  const agents = [...model.states.values()].reduce((count, { links }) => count + links.length, 0);
  const pane = chosen ?? (subject === 'no-notebook' ? 'agents' : 'activity');
  return (
    <>
      <Header model={model} />
      <main class={isSettling ? 'settling' : ''}>
        <NeedsYou model={model} />
        <Tabs
          chosen={pane}
          choose={choose}
          tabs={[
            { name: 'activity', label: 'Activity', count: null },
            { name: 'changes', label: 'Changes', count: done },
            { name: 'agents', label: 'Agents', count: agents },
            { name: 'rules', label: 'Rules', count: null },
          ]}
        >
          {pane === 'activity' && <ActivityPane model={model} />}
          {pane === 'changes' && <ChangesPane key={model.sessions} model={model} />}
          {pane === 'agents' && <AgentsPane model={model} />}
          {pane === 'rules' && <RulesPane model={model} />}
        </Tabs>
      </main>
    </>
  );
}
