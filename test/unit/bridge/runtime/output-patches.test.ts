import { KernelMessage } from '@jupyterlab/services';
import { describe, expect, it } from 'vitest';
import { OutputPatches } from '../../../../bridge/runtime/output-patches.ts';
import { OutputLog } from '../../../../src/runs/output-log.ts';

type Display = KernelMessage.IDisplayDataMsg['content'];

const about = { channel: 'iopub' as const, session: 's' };
const stream = (text: string, name: 'stdout' | 'stderr' = 'stdout') =>
  KernelMessage.createMessage({ ...about, msgType: 'stream', content: { name, text } });
const display = (text: string, id?: string) =>
  KernelMessage.createMessage({ ...about, msgType: 'display_data', content: shown(text, id) });
const update = (text: string, id: string) =>
  KernelMessage.createMessage({
    ...about,
    msgType: 'update_display_data',
    content: { ...shown(text), transient: { display_id: id } },
  });
const clear = (wait: boolean) =>
  KernelMessage.createMessage({ ...about, msgType: 'clear_output', content: { wait } });
const status = KernelMessage.createMessage({
  ...about,
  msgType: 'status',
  content: { execution_state: 'busy' },
});

function shown(text: string, id?: string): Display {
  return {
    data: { 'text/plain': text },
    metadata: {},
    ...(id === undefined ? {} : { transient: { display_id: id } }),
  };
}

/** What the outputs are after these messages, in short. */
function outputsOf(...messages: KernelMessage.IIOPubMessage[]): unknown[] {
  const patches = new OutputPatches();
  const log = new OutputLog();
  for (const message of messages) log.apply(patches.of(message));
  return log.all().map(({ name, text, data }) => (data === undefined ? [name, text] : data));
}

const plain = (text: string) => ({ 'text/plain': text });

describe('the outputs of messages', () => {
  it('are streams, each going on as long as nothing else comes between', () => {
    const outputs = outputsOf(status, stream('a'), stream('b'), stream('e', 'stderr'), stream('c'));
    expect(outputs).toEqual([
      ['stdout', 'ab'],
      ['stderr', 'e'],
      ['stdout', 'c'],
    ]);
  });

  it('read on from any place: what a stream begins with is news like the rest', () => {
    const patches = new OutputPatches();
    const log = new OutputLog();
    log.apply(patches.of(stream('first')));
    expect(log.since({ event: 0, offset: 0 }).outputs).toMatchObject([{ text: 'first' }]);
  });

  it('are replaced wherever a display is updated, and nowhere else', () => {
    const outputs = outputsOf(display('1', 'x'), display('2'), display('3', 'x'), update('4', 'x'));
    expect(outputs).toEqual([plain('4'), plain('2'), plain('4')]);
    expect(outputsOf(display('1'), update('2', 'unknown'))).toEqual([plain('1')]);
  });

  it('are cleared at once, or with what comes next', () => {
    expect(outputsOf(stream('a'), clear(false))).toEqual([]);
    expect(outputsOf(stream('a'), clear(true))).toEqual([['stdout', 'a']]);
    expect(outputsOf(stream('a'), clear(true), stream('b'))).toEqual([['stdout', 'b']]);
    expect(outputsOf(display('1', 'x'), clear(true), display('2'), update('3', 'x'))).toEqual([plain('2')]);
  });
});
