import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { canaryText, isAllWell, wordOf } from '../../../notebook/canary-text.ts';
import type { CanaryReport } from '../../../notebook/inspection.ts';
import { Fault } from '../../shared/fault.tsx';
import { useAct } from '../../shared/use-act.ts';
import { visibleText } from '../../shared/visible-text.ts';
import type { PanelModel } from '../model/panel-model.ts';
import { saveFile } from '../model/save-file.ts';

/** Whether all still works with this build of Colab, for the user who wants to report that something does not. */
export function Canary({ model }: { model: PanelModel }): JSX.Element {
  const trying = useAct('The canary did not begin.');
  const copying = useAct('Not copied.');
  const saving = useAct('Nothing was saved.');
  const [report, setReport] = useState<CanaryReport | null>(null);
  const [isCopied, setCopied] = useState(false);
  const tryAll = async (): Promise<void> => {
    setCopied(false);
    setReport(await model.do('canary'));
  };
  const copy = async (shown: CanaryReport): Promise<void> => {
    await navigator.clipboard.writeText(canaryText(shown, chrome.runtime.getManifest().version));
    setCopied(true);
  };
  const saveShape = async (): Promise<void> =>
    saveFile('colab-shape', JSON.stringify(await model.do('shape')));
  return (
    <section aria-labelledby="canary">
      <h2 id="canary">Does it all still work?</h2>
      <p class="fine">
        In an empty scratch notebook, Cellwire can try everything it does in every way it knows, and take it
        back. The runtime is restarted. The report has nothing of yours in it.
      </p>
      <button type="button" aria-disabled={trying.isBusy} onClick={() => trying.act(tryAll)}>
        {trying.isBusy ? 'Trying…' : 'Try everything'}
      </button>
      <button type="button" class="text" aria-disabled={saving.isBusy} onClick={() => saving.act(saveShape)}>
        Save the page’s structure
      </button>
      <Fault fault={trying.fault ?? saving.fault} />
      {report && (
        <>
          <p class="note" role="status">
            {isAllWell(report) ? 'All is well.' : 'Something is not as it should be.'}{' '}
            {report.left !== null && `Not taken back: ${report.left}.`}
          </p>
          <button type="button" onClick={() => copying.act(() => copy(report))}>
            {isCopied ? 'Copied' : 'Copy the report'}
          </button>
          <Fault fault={copying.fault} />
          {report.mismatches.length > 0 && (
            <ul class="fine">
              {report.mismatches.map(({ what, found }) => (
                <li key={what}>
                  {visibleText(what)}: {visibleText(found)}
                </li>
              ))}
            </ul>
          )}
          <Rows report={report} />
        </>
      )}
    </section>
  );
}

function Rows({ report }: { report: CanaryReport }): JSX.Element {
  return (
    <table class="canary">
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">Way</th>
          <th scope="col">Works</th>
          <th scope="col">ms</th>
        </tr>
      </thead>
      <tbody>
        {report.rows.map((row) => (
          <tr key={`${row.operation} ${row.strategy}`} class={row.works === false ? 'missing' : ''}>
            <td>{visibleText(row.operation)}</td>
            <td>
              {visibleText(row.strategy)}
              {row.why !== null && <span class="fine"> {visibleText(row.why)}</span>}
            </td>
            <td>{wordOf(row)}</td>
            <td>{row.milliseconds ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
