import type { PageStatus } from '../../../tabs/page-status.ts';
import type { Check, Finding } from '../check.ts';
import { failure, ok, skipped, warning } from '../check.ts';

/** Without one of these there is no work in a notebook. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  'read',
  'insert',
  'replace',
  'delete',
  'run',
  'execute_code',
]);
/** What only a cell of code has: a notebook without one lacks both, and that is no fault. */
const OF_CODE_CELLS = ['read_outputs', 'run_end_event'];
const OF_CELLS = ['read', ...OF_CODE_CELLS];

/** Colab's page is not ours, and changes: whether every operation still has a way there. */
export const colab: Check = {
  id: 'colab',
  title: 'Colab page',
  run: async ({ link }) => {
    const { status } = await link();
    const pages = (status?.tabs ?? []).flatMap(({ page }) => page ?? []);
    if (pages.length === 0) {
      const isThere = status?.tabs.some(({ isRefused }) => !isRefused) ?? false;
      return skipped(
        isThere ? 'let your agent call get_status first' : 'no notebook is connected that could be asked',
      );
    }
    const findings = pages.map(ofPage);
    const order = { failure: 0, warning: 1, ok: 2, skipped: 3 } as const;
    const [worst] = findings.sort((one, other) => order[one.status] - order[other.status]);
    return worst ?? [];
  },
};

function ofPage({ capabilities, cells, build }: PageStatus): Finding {
  const lacking = Object.keys(capabilities).filter((name) => capabilities[name] === null);
  const hasNoCode = OF_CODE_CELLS.every((name) => lacking.includes(name)) && !lacking.includes('read');
  const excused = !cells ? OF_CELLS : hasNoCode ? OF_CODE_CELLS : [];
  const missing = lacking.filter((name) => !excused.includes(name));
  const mend = `npx cellwire@latest setup all; if it stays, please report it${build ? ` (Colab ${build})` : ''}`;
  if (missing.length > 0) {
    const finding = missing.some((name) => ESSENTIAL.has(name)) ? failure : warning;
    return finding(`has changed; not possible any more: ${missing.map(inWords).join(', ')}`, mend);
  }
  if (capabilities.read?.startsWith('what the page shows')) {
    return warning('has changed; cells are known only as far as the page shows them', mend);
  }
  return ok(`all that agents need is there${build ? ` (${build})` : ''}`);
}

const WORDS: Record<string, string> = {
  read: 'reading cells',
  read_outputs: 'reading outputs',
  insert: 'adding cells',
  replace: 'editing cells',
  delete: 'deleting cells',
  move: 'moving cells',
  run: 'running cells',
  execute_code: 'running code',
  interrupt: 'interrupting',
  restart: 'restarting the runtime',
  connect: 'connecting a runtime',
  accelerator: 'choosing an accelerator',
  clear_outputs: 'clearing outputs',
  run_end_event: 'noticing the end of a run',
  runtime_state: "the runtime's state",
  notebook_name: "the notebook's name",
};

const inWords = (name: string): string => WORDS[name] ?? name;
