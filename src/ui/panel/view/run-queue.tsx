import type { JSX } from 'preact';
import type { RunView } from '../../../wire/notebook-view.ts';
import { AgentName } from '../../shared/agent-name.tsx';
import { cellWords } from '../../shared/call-words.ts';
import { Fault } from '../../shared/fault.tsx';
import { useAct } from '../../shared/use-act.ts';
import { timeOfDay } from '../model/number-words.ts';
import type { PanelModel } from '../model/panel-model.ts';
import { useSettling } from './use-settling.ts';

/** What runs, and what waits for it to end. */
export function RunQueue({ model, runs }: { model: PanelModel; runs: RunView[] }): JSX.Element | null {
  const isSettling = useSettling(runs.map(({ id }) => id).join());
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="runs" data-focus-home="runs">
      <h2 id="runs" tabIndex={-1}>
        Runs
      </h2>
      <ul class={isSettling ? 'rows settling' : 'rows'}>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} model={model} />
        ))}
      </ul>
    </section>
  );
}

function RunRow({ run, model }: { run: RunView; model: PanelModel }): JSX.Element {
  const { id, agent, place, isRunning, startedAt } = run;
  const { isBusy, fault, act } = useAct('Not stopped.');
  const since = startedAt === null ? '' : ` since ${timeOfDay(startedAt)}`;
  const label = isRunning ? 'Stop' : 'Cancel';
  return (
    <li>
      <span class={`dot ${isRunning ? 'working' : 'idle'}`} />
      <div class="grow">
        <div class="line">
          {agent ? <AgentName name={agent.name} colour={agent.colour} /> : 'You'} · {cellWords(place)}
        </div>
        <div class="fine">{isRunning ? `Running${since}` : 'Waiting'}</div>
        <Fault fault={fault} />
      </div>
      <button
        type="button"
        aria-disabled={isBusy}
        aria-label={`${label} ${cellWords(place)}`}
        onClick={() => act(() => model.do('stopRun', id))}
      >
        {label}
      </button>
    </li>
  );
}
