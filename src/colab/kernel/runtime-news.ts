import type { KernelState } from '../../notebook/kernel.ts';
import { readOpenDialog } from '../dialogs.ts';
import type { ColabPage } from '../surface/page.ts';

/** How the runtime stands, with why it is gone where the page says so. */
export function readKernelState(page: ColabPage): KernelState {
  const { runtimeState, accelerator, language, kernelSession } = page;
  const why = runtimeState === 'disconnected' ? whatThePageSays(page) : undefined;
  return {
    state: runtimeState,
    ...(accelerator === undefined ? {} : { accelerator }),
    ...(language === undefined ? {} : { language }),
    ...(kernelSession === undefined ? {} : { session: kernelSession }),
    ...(why === undefined ? {} : { why }),
  };
}

/** Its words for what happened: a dialog that is open, or a message that stays. They may be in any language. */
export function whatThePageSays(page: ColabPage): string | undefined {
  const dialog = readOpenDialog(page);
  const said = dialog ? [dialog.title, dialog.text].filter(Boolean).join(': ') : page.messages.join(' ');
  return said === '' ? undefined : said;
}

/** A sentence, and what the page says about it. */
export function withReason(page: ColabPage, sentence: string): string {
  const said = whatThePageSays(page);
  return said === undefined ? sentence : `${sentence} The page says: "${said}"`;
}
