import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { canaryText, countsText, wordOf } from '../../../notebook/canary-text.ts';
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
        back. It takes half a minute, and the runtime is restarted. The report has nothing of yours in it.
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
            {countsText(report)}
            {report.left !== null && ` Not taken back: ${report.left}.`}
          </p>
          <button type="button" onClick={() => copying.act(() => copy(report))}>
            {isCopied ? 'Copied' : 'Copy the report'}
          </button>
          <Fault fault={copying.fault} />
          <Mismatches report={report} />
          <Rows report={report} />
        </>
      )}
    </section>
  );
}

function Mismatches({ report: { mismatches } }: { report: CanaryReport }): JSX.Element | null {
  if (mismatches.length === 0) return null;
  return (
    <>
      <h3 class="canary-differs">The page differs from what is expected</h3>
      <ul class="mismatches">
        {mismatches.map(({ what, found, neededBy }) => (
          <li key={what}>
            {visibleText(what)}: {visibleText(found)}
            <span class="fine">; needed by {neededBy.map(spoken).join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Rows({ report }: { report: CanaryReport }): JSX.Element {
  const operations = [...new Set(report.rows.map(({ operation }) => operation))];
  return (
    <table class="canary">
      <thead>
        <tr>
          <th scope="col">Way</th>
          <th scope="col">Works</th>
          <th scope="col">ms</th>
        </tr>
      </thead>
      {operations.map((operation) => (
        <tbody key={operation}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {spoken(operation)}
            </th>
          </tr>
          {report.rows
            .filter((row) => row.operation === operation)
            .map((row) => (
              <tr key={row.strategy} class={row.works === false ? 'missing' : ''}>
                <td>
                  {visibleText(row.strategy)}
                  {row.why !== null && <span class="fine"> {visibleText(row.why)}</span>}
                </td>
                <td>{wordOf(row)}</td>
                <td>{row.milliseconds ?? ''}</td>
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}

/** `read_outputs` as people write it. */
const spoken = (operation: string): string => visibleText(operation.replaceAll('_', ' '));
