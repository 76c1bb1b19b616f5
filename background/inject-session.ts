import { PAGE_AGENT_FILE, SESSION_FILE } from './injected-files.ts';

/**
 * Brings the session and the page agent into a tab that has only the starters. A page without an agent never
 * pays for them. Gives the page agent's number.
 */
export async function injectSession(tabId: number, documentId?: string): Promise<number> {
  // The very document that asked: the tab may be on its way to another.
  const target = documentId === undefined ? { tabId } : { tabId, documentIds: [documentId] };
  // From the root: Firefox would look beside its background page.
  const inject = (file: string, world: chrome.scripting.ExecutionWorld) =>
    chrome.scripting.executeScript({ target, files: [`/${file}`], world, injectImmediately: true });
  const [[page]] = await Promise.all([
    inject(PAGE_AGENT_FILE, chrome.scripting.ExecutionWorld.MAIN),
    inject(SESSION_FILE, chrome.scripting.ExecutionWorld.ISOLATED),
  ]);
  if (typeof page?.result !== 'number') throw new Error('The page agent did not start.');
  return page.result;
}
