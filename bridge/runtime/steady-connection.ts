import { KernelConnection, type KernelMessage } from '@jupyterlab/services';

/**
 * The library calls these two by itself, and then nobody hears when they fail: a promise without an owner ends the
 * process. What they failed of is seen by the status of kernel and connection.
 */
export class SteadyConnection extends KernelConnection {
  override async requestKernelInfo(): Promise<KernelMessage.IInfoReplyMsg | undefined> {
    try {
      return await super.requestKernelInfo();
    } catch {
      return undefined;
    }
  }

  override async reconnect(): Promise<void> {
    try {
      await super.reconnect();
    } catch {
      // Whoever minds the connection tries again, or ends it.
    }
  }
}
