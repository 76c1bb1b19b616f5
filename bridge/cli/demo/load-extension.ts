import { setTimeout as pause } from 'node:timers/promises';
import { isRecord } from '../../../src/wire/json.ts';
import type { CdpPipe } from './cdp-pipe.ts';
import { DemoFailure } from './demo-failure.ts';

const LOOK_EVERY_MS = 50;
const LOADS_WITHIN_MS = 20_000;
const LISTENS_WITHIN_MS = 15_000;
const ANSWERS_WITHIN_MS = 1_000;

/**
 * Whether the extension's worker listens. A browser that has just loaded an extension learns from the worker what it
 * listens for, and once the storage has answered, it knows.
 */
const IS_LISTENING = `chrome.webRequest.onBeforeSendHeaders.hasListeners() && chrome.storage.session.get(['']).then(() => true)`;

/** Over the protocol: Chrome no longer takes extensions from its command line. */
export async function loadExtension(cdp: CdpPipe, path: string): Promise<void> {
  const loading = cdp.send('Extensions.loadUnpacked', { path }).catch((error: Error) => {
    throw new DemoFailure(`did not take the extension: ${error.message}`);
  });
  const loaded = await Promise.race([loading, pause(LOADS_WITHIN_MS, undefined, { ref: false })]);
  if (!loaded) throw new DemoFailure(`did not answer within ${LOADS_WITHIN_MS / 1000} seconds.`);
  const id = String(loaded.id);
  if (await isSwitchedOff(cdp, id)) throw switchedOff();
  if (!(await startsWorker(cdp, `chrome-extension://${id}/`))) throw switchedOff();
}

/** The browser takes it all the same. */
const switchedOff = (): DemoFailure =>
  new DemoFailure(
    'took the extension and does not let it run: extensions are switched off in it, by a rule of an administrator or by a flag (the starter of Chromium on Debian adds one where /usr/bin is not on the PATH).',
  );

async function isSwitchedOff(cdp: CdpPipe, id: string): Promise<boolean> {
  // Older browsers cannot be asked.
  const { extensions } = await cdp.send('Extensions.getExtensions').catch(() => ({ extensions: undefined }));
  if (!Array.isArray(extensions)) return false;
  return !recordsIn(extensions).some((one) => one.id === id && one.enabled !== false);
}

/** Whether there was one. One that has been there and sleeps again has told what it listens for. */
async function startsWorker(cdp: CdpPipe, address: string): Promise<boolean> {
  let wasThere = false;
  for (const end = Date.now() + LISTENS_WITHIN_MS; Date.now() < end; await pause(LOOK_EVERY_MS)) {
    const { targetInfos } = await cdp.send('Target.getTargets');
    const target = recordsIn(targetInfos).find(
      ({ type, url }) => type === 'service_worker' && String(url).startsWith(address),
    );
    if (!target) continue;
    wasThere = true;
    // One that ends while it is asked never answers.
    const answer = isListening(cdp, String(target.targetId)).catch(() => false);
    if (await Promise.race([answer, pause(ANSWERS_WITHIN_MS, false)])) return true;
  }
  return wasThere;
}

async function isListening(cdp: CdpPipe, targetId: string): Promise<boolean> {
  const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true });
  const answer = await cdp.evaluate(IS_LISTENING, String(sessionId));
  await cdp.send('Target.detachFromTarget', { sessionId });
  return answer === true;
}

const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
