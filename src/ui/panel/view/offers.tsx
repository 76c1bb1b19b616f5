import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Fault } from '../../shared/fault.tsx';
import { useAct } from '../../shared/use-act.ts';
import { visibleText } from '../../shared/visible-text.ts';
import type { PanelModel } from '../model/panel-model.ts';
import { Canary } from './canary.tsx';

/** Options, and what this build of Colab's page lets agents do. */
export function Offers({ model, follows }: { model: PanelModel; follows: boolean }): JSX.Element {
  const following = useAct('Not changed.');
  const asking = useAct('Colab’s page did not answer.');
  const [offers, setOffers] = useState<Record<string, string | null> | null>(null);
  const ask = async (): Promise<void> => setOffers(await model.do('capabilities'));
  return (
    <>
      <section aria-labelledby="options">
        <h2 id="options">Options</h2>
        <label class="check">
          <input
            type="checkbox"
            checked={follows}
            onChange={({ currentTarget }) =>
              following.act(() => model.do('setFollows', currentTarget.checked))
            }
          />
          Scroll the notebook to where an agent works
        </label>
        <Fault fault={following.fault} />
      </section>
      <section aria-labelledby="offers">
        <h2 id="offers">What this build of Colab offers</h2>
        <p class="fine">
          Google changes Colab’s page now and then. Cellwire knows several ways for most things, and says here
          which one it takes.
        </p>
        <button type="button" aria-disabled={asking.isBusy} onClick={() => asking.act(ask)}>
          {asking.isBusy ? 'Looking…' : offers ? 'Look again' : 'Look'}
        </button>
        <Fault fault={asking.fault} />
        {offers && (
          <dl class="offers">
            {Object.entries(offers).map(([operation, way]) => (
              <div key={operation}>
                <dt>{visibleText(operation)}</dt>
                <dd class={way === null ? 'missing' : ''}>
                  {way === null ? 'not possible' : visibleText(way)}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <Canary model={model} />
    </>
  );
}
