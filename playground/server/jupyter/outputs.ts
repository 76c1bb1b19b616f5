import { KernelMessage } from '@jupyterlab/services';
import type { KernelOutput, MimeBundle } from '../../kernel/kernel.ts';

/** What a message of IPython shows in the cell; undefined for those that show nothing. */
export function toOutput(message: KernelMessage.IIOPubMessage): KernelOutput | undefined {
  if (KernelMessage.isStreamMsg(message)) {
    return { type: 'stream', name: message.content.name, text: message.content.text };
  }
  if (KernelMessage.isDisplayDataMsg(message)) return display('display_data', message.content);
  if (KernelMessage.isUpdateDisplayDataMsg(message)) return display('update_display_data', message.content);
  if (KernelMessage.isExecuteResultMsg(message)) {
    const { data, metadata, execution_count } = message.content;
    return { type: 'execute_result', data, metadata, executionCount: execution_count ?? 0 };
  }
  if (KernelMessage.isErrorMsg(message)) {
    const { ename, evalue, traceback } = message.content;
    return { type: 'error', ename, evalue, traceback };
  }
  if (KernelMessage.isClearOutputMsg(message)) return { type: 'clear_output', wait: message.content.wait };
  return undefined;
}

interface DisplayContent {
  data: MimeBundle;
  metadata: Record<string, unknown>;
  transient?: { display_id?: unknown };
}

function display(type: 'display_data' | 'update_display_data', content: DisplayContent): KernelOutput {
  const id = content.transient?.display_id;
  return {
    type,
    data: content.data,
    metadata: content.metadata,
    displayId: typeof id === 'string' ? id : null,
  };
}
