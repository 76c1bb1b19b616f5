import type { JSX } from 'preact';
import type { LinkState } from '../../wire/messages.ts';
import { AgentName } from './agent-name.tsx';
import { Fault } from './fault.tsx';
import { linkDetail, linkTone, linkWord } from './state-line.ts';
import { tellWorker } from './tell.ts';
import { useAct } from './use-act.ts';

/** One agent of a notebook: how it stands, and the one next act. `colour` is null where no session tells it. */
export function AgentRow({ link, colour }: { link: LinkState; colour: number | null }): JSX.Element {
  const { isBusy, fault, act } = useAct('That did not work.');
  const detail = linkDetail(link);
  const { type, label, isWanted } = nextAct(link);
  return (
    <li class="agent-row">
      <span class={`dot ${linkTone(link)}`} />
      <div class="grow">
        <div class="line">
          <AgentName name={link.agent} colour={colour} />
        </div>
        <div class="fine">
          {linkWord(link)} · port {link.port}
        </div>
      </div>
      <button
        type="button"
        class={isWanted ? 'tonal' : ''}
        aria-disabled={isBusy}
        aria-label={`${label}: ${link.agent}`}
        onClick={() => act(() => tellWorker({ to: 'worker', type, linkId: link.linkId }))}
      >
        {label}
      </button>
      {detail !== null && <p class="fine detail">{detail}</p>}
      <Fault fault={fault} />
    </li>
  );
}

interface Act {
  type: 'popup-allow' | 'popup-redial' | 'popup-disconnect';
  label: string;
  isWanted: boolean;
}

function nextAct({ refused, phase }: LinkState): Act {
  if (refused !== null) return { type: 'popup-allow', label: 'Connect again', isWanted: true };
  if (phase === 'resting') return { type: 'popup-redial', label: 'Try again', isWanted: true };
  return { type: 'popup-disconnect', label: 'Disconnect', isWanted: false };
}
