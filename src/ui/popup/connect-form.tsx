import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { parsePastedCaller } from '../../wire/connection-url.ts';
import { Fault } from '../shared/fault.tsx';
import { tellWorker } from '../shared/tell.ts';
import { useAct } from '../shared/use-act.ts';

/** Connects a notebook by what the agent's server shows. Folded away where an agent is connected already. */
export function ConnectForm({ tabId, isFolded }: { tabId: number; isFolded: boolean }): JSX.Element {
  const [pasted, setPasted] = useState('');
  const { isBusy, fault, act } = useAct('Not connected.');
  const connect = async (): Promise<void> => {
    const caller = parsePastedCaller(pasted);
    if (!caller)
      throw new Error('This is not TOKEN&PORT, nor a link that holds them. Copy it again from your agent.');
    try {
      await tellWorker({ to: 'worker', type: 'popup-connect', tabId, caller });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${why} Reload the notebook’s tab, then try again.`);
    }
    // What was typed is needed again only when it did not work.
    setPasted('');
  };
  const form = (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        act(connect);
      }}
    >
      <label for="address">Connect this notebook to a server</label>
      <div class="pasted">
        <input
          id="address"
          placeholder="TOKEN&amp;PORT"
          autocomplete="off"
          spellcheck={false}
          value={pasted}
          onInput={({ currentTarget }) => setPasted(currentTarget.value)}
        />
        <button type="submit" aria-disabled={isBusy}>
          Connect
        </button>
      </div>
      <p class="fine">Your agent’s server shows this text, or a link that holds it. Paste either.</p>
      <Fault fault={fault} />
    </form>
  );
  if (!isFolded) return form;
  return (
    <details>
      <summary>Connect another agent</summary>
      {form}
    </details>
  );
}
