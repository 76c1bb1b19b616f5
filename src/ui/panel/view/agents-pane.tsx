import type { JSX } from 'preact';
import type { TabState } from '../../../wire/pushed-state.ts';
import { AgentRow } from '../../shared/agent-row.tsx';
import { Fault } from '../../shared/fault.tsx';
import { stateLine } from '../../shared/state-line.ts';
import { useAct } from '../../shared/use-act.ts';
import { visibleText } from '../../shared/visible-text.ts';
import type { PanelModel } from '../model/panel-model.ts';
import { goToTab } from '../model/shown-tab.ts';

/** Every notebook that agents are connected to, in any tab of the browser. */
export function AgentsPane({ model }: { model: PanelModel }): JSX.Element {
  const notebooks = [...model.states].filter(
    ([, { links, waitingForConsent }]) => links.length + waitingForConsent.length > 0,
  );
  if (notebooks.length === 0)
    return (
      <p class="empty">
        No agent is connected to a notebook. Ask your agent to open one, or paste its link in Cellwire’s
        popup.
      </p>
    );
  return (
    <>
      {notebooks.map(([tabId, state]) => (
        <Notebook key={tabId} tabId={tabId} state={state} model={model} />
      ))}
    </>
  );
}

function Notebook(props: { tabId: number; state: TabState; model: PanelModel }): JSX.Element {
  const { tabId, state, model } = props;
  const { fault, act } = useAct('This tab cannot be shown.');
  const title = visibleText(model.titles.get(tabId) ?? 'Notebook');
  const isShown = tabId === model.tabId;
  const view = isShown ? model.view : null;
  const colourOf = (linkId: string): number | null =>
    view?.agents.find(({ id }) => id === linkId)?.colour ?? null;
  return (
    <section class="card notebook" aria-labelledby={`notebook-${tabId}`}>
      <h3 id={`notebook-${tabId}`}>
        <button type="button" class="title" title={title} onClick={() => act(() => goToTab(tabId))}>
          <bdi>{title}</bdi>
        </button>
        {isShown && <span class="chip">this tab</span>}
      </h3>
      <p class="fine" dir="auto">
        {stateLine(state, view).words}
      </p>
      <ul class="rows">
        {state.links.map((link) => (
          <AgentRow key={link.linkId} link={link} colour={colourOf(link.linkId)} />
        ))}
      </ul>
      <Fault fault={fault} />
    </section>
  );
}
