import type { JSX } from 'preact';
import { Fault } from '../../shared/fault.tsx';
import { useAct } from '../../shared/use-act.ts';
import { exportEntries } from '../model/export-entries.ts';
import type { PanelModel } from '../model/panel-model.ts';

/** All calls, whatever the filter. */
export function ExportButton({ model }: { model: PanelModel }): JSX.Element {
  const { isBusy, fault, act } = useAct('Nothing was exported.');
  return (
    <>
      <button
        type="button"
        class="text"
        aria-disabled={isBusy}
        onClick={() => act(() => exportEntries(model))}
      >
        {isBusy ? 'Exporting…' : 'Export JSON'}
      </button>
      <Fault fault={fault} />
    </>
  );
}
