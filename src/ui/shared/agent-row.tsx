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
  const isOff = link.refused !== null;
  const type = isOff ? 'popup-allow' : 'popup-disconnect';
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
        class={isOff ? 'tonal' : ''}
        aria-disabled={isBusy}
        aria-label={`${isOff ? 'Connect again' : 'Disconnect'}: ${link.agent}`}
        onClick={() => act(() => tellWorker({ to: 'worker', type, linkId: link.linkId }))}
      >
        {isOff ? 'Connect again' : 'Disconnect'}
      </button>
      {detail !== null && <p class="fine detail">{detail}</p>}
      <Fault fault={fault} />
    </li>
  );
}
