import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pushState, watchTab } from '../../../background/pushed-state.ts';
import type { TabState } from '../../../src/wire/pushed-state.ts';
import { Inbox } from '../../support/inbox.ts';
import { PortEnd } from '../../support/port-pair.ts';

const [TAB, OTHER_TAB] = [7, 8];
const stateOf = (tabId: number, paused = false): TabState => ({
  links: [],
  waitingForConsent: [tabId],
  policy: { paused, denied: [] },
});
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the state that is pushed', () => {
  let state: ReturnType<typeof vi.fn<(tabId: number) => Promise<TabState>>>;
  beforeEach(() => {
    state = vi.fn(async (tabId) => stateOf(tabId));
  });

  /** Somebody who looks at a tab. */
  function look(name: string) {
    const [theirs, ours] = PortEnd.pair(name);
    const got = new Inbox<unknown>();
    theirs.onMessage.addListener((message) => got.put(message));
    const sent = vi.spyOn(ours, 'postMessage');
    watchTab(ours, state);
    return { got, sent, go: () => theirs.disconnect() };
  }
  const at = (tabId: number) => look(`cellwire-tab-state:${tabId}`);

  it('is told when somebody begins to look, and with every change', async () => {
    const { got, go } = at(TAB);
    expect(await got.take()).toEqual(stateOf(TAB));
    state.mockResolvedValue(stateOf(TAB, true));
    await pushState(TAB, state);
    expect(await got.take()).toEqual(stateOf(TAB, true));
    go();
  });

  it('is that of the tab that is looked at', async () => {
    const [one, other] = [at(TAB), at(OTHER_TAB)];
    expect([await one.got.take(), await other.got.take()]).toEqual([stateOf(TAB), stateOf(OTHER_TAB)]);
    await pushState(OTHER_TAB, state);
    expect(await other.got.take()).toEqual(stateOf(OTHER_TAB));
    expect(one.sent).toHaveBeenCalledTimes(1);
    one.go();
    other.go();
  });

  it('goes to all who look, and is asked for once', async () => {
    const looking = [at(TAB), at(TAB)];
    for (const { got } of looking) await got.take();
    state.mockClear();
    await pushState(TAB, state);
    for (const { got } of looking) expect(await got.take()).toEqual(stateOf(TAB));
    expect(state.mock.calls).toEqual([[TAB]]);
    for (const { go } of looking) go();
  });

  it('is not even asked for where nobody looks', async () => {
    const { got, go } = at(TAB);
    await got.take();
    go();
    await settled();
    state.mockClear();
    await pushState(TAB, state);
    await pushState(OTHER_TAB, state);
    expect(state).not.toHaveBeenCalled();
  });

  it('does not go to whoever has gone meanwhile', async () => {
    const answers: Array<(now: TabState) => void> = [];
    state.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const [gone, looks] = [at(TAB), at(TAB)];
    const pushed = pushState(TAB, state);
    gone.go();
    await settled();
    for (const answer of answers) answer(stateOf(TAB));
    await pushed;
    await settled();
    expect(gone.sent).not.toHaveBeenCalled();
    expect(looks.sent).toHaveBeenCalledTimes(2);
    looks.go();
  });

  it.each(['cellwire-session:7', 'tab 7', ' cellwire-tab-state:7'])('is not what %s is for', async (name) => {
    const { sent } = look(name);
    await pushState(TAB, state);
    await settled();
    expect(state).not.toHaveBeenCalled();
    expect(sent).not.toHaveBeenCalled();
  });
});
