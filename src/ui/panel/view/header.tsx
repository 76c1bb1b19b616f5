import type { JSX } from 'preact';
import { Fault } from '../../shared/fault.tsx';
import { stateLine } from '../../shared/state-line.ts';
import { tellWorker } from '../../shared/tell.ts';
import { useAct } from '../../shared/use-act.ts';
import { visibleText } from '../../shared/visible-text.ts';
import type { PanelModel } from '../model/panel-model.ts';

const LOOKING = { tone: 'idle', words: 'Looking at this tab…' };
const NO_NOTEBOOK = { tone: 'idle', words: 'This tab is not a Colab notebook.' };

/** Which notebook, how it stands, and the two acts that must always be at hand. */
export function Header({ model }: { model: PanelModel }): JSX.Element {
  const { tabId, state, view, subject } = model;
  const { isBusy, fault, act } = useAct('That did not work.');
  const { tone, words } =
    subject === 'looking' ? LOOKING : subject === 'no-notebook' ? NO_NOTEBOOK : stateLine(state, view);
  const isWorkedIn = subject === 'notebook' && state.links.some(({ refused }) => refused === null);
  const { policy } = state;
  const setPaused = async (): Promise<void> => {
    if (tabId === null) return;
    const paused = { ...policy, paused: !policy.paused };
    await tellWorker({ to: 'worker', type: 'popup-policy', tabId, policy: paused });
  };
  const stop = async (): Promise<void> => {
    if (model.session) await model.session.do('stop');
    else if (tabId !== null) await tellWorker({ to: 'worker', type: 'popup-stop', tabId });
  };
  return (
    <header>
      <h1 title={titleOf(model)}>{titleOf(model)}</h1>
      <div class="state">
        <span class={`dot ${tone}`} />
        <p id="state" role="status" tabIndex={-1} dir="auto">
          {words}
        </p>
      </div>
      {isWorkedIn && (
        <div class="acts" data-focus-home="state">
          <button type="button" aria-disabled={isBusy} onClick={() => act(setPaused)}>
            {policy.paused ? 'Resume' : 'Pause'}
          </button>
          <button type="button" class="stop" aria-disabled={isBusy} onClick={() => act(stop)}>
            Stop
          </button>
          <span class="fine">Stop interrupts what runs and disconnects all agents.</span>
        </div>
      )}
      <Fault fault={fault} />
    </header>
  );
}

function titleOf({ titles, tabId, subject }: PanelModel): string {
  if (subject === 'no-notebook') return 'Cellwire';
  return visibleText(titles.get(tabId ?? -1) ?? 'Notebook');
}
