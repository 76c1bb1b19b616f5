import sessionScript from '../content-scripts/session.iife.ts?script';
import pageScript from '../content-scripts/page.iife.ts?script';
import { NUMBER_FILE } from '../src/wire/pairing.ts';

/**
 * Brings the session and the page agent into a tab that has only the starters. A page without an agent never
 * pays for them. Gives the page agent's number.
 */
export async function bringInSession(tabId: number, documentId: string | undefined): Promise<number> {
  // The very document that asked: the tab may be on its way to another.
  const target = documentId === undefined ? { tabId } : { tabId, documentIds: [documentId] };
  const inject = (files: string[], world: chrome.scripting.ExecutionWorld) =>
    chrome.scripting.executeScript({ target, files, world, injectImmediately: true });
  const [[page]] = await Promise.all([
    inject([pageScript, NUMBER_FILE], chrome.scripting.ExecutionWorld.MAIN),
    inject([sessionScript], chrome.scripting.ExecutionWorld.ISOLATED),
  ]);
  if (typeof page?.result !== 'number') throw new Error('The page agent did not start.');
  return page.result;
}
