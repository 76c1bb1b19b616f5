import type { JSX } from 'preact';
import type { NotebookView } from '../../wire/notebook-view.ts';
import type { TabState } from '../../wire/pushed-state.ts';
import { AgentRow } from '../shared/agent-row.tsx';
import { Fault } from '../shared/fault.tsx';
import { openPanel } from '../shared/open-panel.ts';
import { policyLine } from '../shared/policy-words.ts';
import type { StateLine } from '../shared/state-line.ts';
import { stateLine } from '../shared/state-line.ts';
import { tellWorker } from '../shared/tell.ts';
import { useAct } from '../shared/use-act.ts';
import { ConnectForm } from './connect-form.tsx';

interface PopupProps {
  /** Null in a tab that is no notebook. */
  tabId: number | null;
  /** Null while it is not known. */
  state: TabState | 'no-notebook' | null;
  view: NotebookView | null;
  stop: () => Promise<void>;
}

/** One state in one line, and the one next act; all else is in the panel. */
export function PopupApp({ tabId, state, view, stop }: PopupProps): JSX.Element {
  const { tone, words } = lineOf(state, view);
  const { fault, act } = useAct('The panel was not opened.');
  const showPanel = (): void => act(() => openPanel(tabId));
  return (
    <main>
      <header>
        <img src="../icons/32.png" width="24" height="24" alt="" />
        <h1>Cellwire</h1>
        <button type="button" class="text" onClick={showPanel}>
          Open panel
        </button>
      </header>
      <div class="state">
        <span class={`dot ${tone}`} />
        <p id="state" role="status" dir="auto">
          {words}
        </p>
      </div>
      <Fault fault={fault} />
      {tabId !== null && state !== null && state !== 'no-notebook' && (
        <>
          <Links tabId={tabId} state={state} view={view} stop={stop} />
          {state.links.length > 0 && (
            <button type="button" class="may" onClick={showPanel}>
              {policyLine(state.policy.verdicts)} <b>Change…</b>
            </button>
          )}
          <ConnectForm tabId={tabId} isFolded={state.links.length > 0} />
        </>
      )}
      <button type="button" class="text more" onClick={() => void chrome.runtime.openOptionsPage()}>
        First steps, options, diagnosis
      </button>
    </main>
  );
}

interface LinksProps {
  tabId: number;
  state: TabState;
  view: NotebookView | null;
  stop: () => Promise<void>;
}

function Links({ tabId, state, view, stop }: LinksProps): JSX.Element | null {
  const { policy, links } = state;
  const { isBusy, fault, act } = useAct('That did not work.');
  if (links.length === 0) return null;
  const paused = { ...policy, paused: !policy.paused };
  return (
    <>
      <ul class="agents">
        {links.map((link) => (
          <AgentRow
            key={link.linkId}
            link={link}
            colour={view?.agents.find(({ id }) => id === link.linkId)?.colour ?? null}
          />
        ))}
      </ul>
      {links.some(({ refused }) => refused === null) && (
        <div class="acts">
          <button
            type="button"
            aria-disabled={isBusy}
            onClick={() =>
              act(() => tellWorker({ to: 'worker', type: 'popup-policy', tabId, policy: paused }))
            }
          >
            {policy.paused ? 'Resume' : 'Pause'}
          </button>
          <button
            type="button"
            class="stop"
            aria-disabled={isBusy}
            title="Interrupts what runs and disconnects all agents"
            onClick={() => act(stop)}
          >
            Stop
          </button>
        </div>
      )}
      <Fault fault={fault} />
    </>
  );
}

function lineOf(state: PopupProps['state'], view: NotebookView | null): StateLine {
  if (state === null) return { tone: 'idle', words: 'Looking at this tab…' };
  if (state !== 'no-notebook') return stateLine(state, view);
  const words =
    'This tab is not a Colab notebook. Open one, or reload it if it was open before Cellwire was installed or updated.';
  return { tone: 'idle', words };
}
