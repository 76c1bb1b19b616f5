import { Failure } from '../../notebook/failure.ts';
import type { CanaryRow } from '../../notebook/inspection.ts';
import { dialogsOnTop } from '../dialogs.ts';
import { connectStrategies } from '../kernel/connect.ts';
import { OnlyStrategy } from '../try-strategies.ts';
import { dismissDialogs } from './dismiss-dialogs.ts';
import { withoutNames } from './reason.ts';
import type { Canary } from './run-canary.ts';

/** A runtime is connected once: what comes after the strategy that did it can only be looked at. */
export async function connectRows({ page, by }: Canary): Promise<CanaryRow[]> {
  const rows: CanaryRow[] = [];
  for (const { name, available } of connectStrategies) {
    const row = { operation: 'connect', strategy: name, milliseconds: null };
    const isUp = page.runtimeState === 'idle' || page.runtimeState === 'busy';
    if (!available(page)) {
      rows.push({ ...row, works: false, why: 'the page does not offer it' });
    } else if (isUp) {
      rows.push({ ...row, works: null, why: 'is there; not tried, because a runtime is connected' });
    } else {
      const memory = new OnlyStrategy(['connect'], name);
      const before = dialogsOnTop(page);
      const begun = performance.now();
      const why = await by(memory)
        .kernel.connect({})
        .then(
          () => null,
          (thrown) => memory.why ?? Failure.from(thrown).message,
        );
      const milliseconds = Math.round(performance.now() - begun);
      const asked = why === null ? null : await dismissDialogs(page, before);
      const said = asked ? `asks the user first (${asked.kind})` : why;
      rows.push({ ...row, works: why === null, milliseconds, why: said && withoutNames(page, said) });
    }
  }
  return rows;
}
