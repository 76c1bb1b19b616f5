import { fakeBrowser } from '@webext-core/fake-browser';
import { vi } from 'vitest';
import { SessionHost } from '../../../content-scripts/session/session-host.ts';
import { Starter } from '../../../content-scripts/starter/starter.ts';
import type { Notebook } from '../../../src/notebook/notebook.ts';
import { ALLOW_ALL } from '../../../src/policy/policy.ts';
import type { FromTab, TabDecisions } from '../../../src/wire/messages.ts';
import { code, memoryNotebook, noInspection, noKernel } from '../../support/memory-notebook.ts';
import { Visitors } from '../../support/visitors.ts';
import { installPorts } from './fake-ports.ts';

export const COLAB = 'https://colab.research.google.com';
export const HERE = { origin: COLAB, path: '/drive/one' };

export const decisions = (news: Partial<TabDecisions> = {}): TabDecisions => ({
  ...{ notebookId: 'nb', policy: ALLOW_ALL, attach: [], ask: [], pageAgent: null },
  ...news,
});
export const attach = (...linkIds: string[]): TabDecisions => decisions({ attach: linkIds });

/** A tab with the real starter and sessions: decisions come only through the one, for the notebook that is shown. */
export class TabRig {
  readonly ports = installPorts();
  readonly visitors = Visitors.install();
  /** What was said to the worker. */
  readonly said: FromTab[] = [];
  /** What the worker answers. */
  decided: (message: FromTab) => Promise<TabDecisions | true> = async () => true;
  readonly runtime: { id: string | undefined } = { id: 'cellwire' };
  readonly userRunListeners = new Set<(cellId: string) => void>();
  /** When the page agent answers. */
  pageAnswers: Promise<void> = Promise.resolve();
  /** What the page agent is told of the tab's timers. */
  readonly heldBack: boolean[] = [];
  readonly starter: Starter;
  readonly document = Object.assign(new EventTarget(), { hidden: false });
  readonly #channel = new MessageChannel();

  static install(): TabRig {
    fakeBrowser.reset();
    return new TabRig();
  }

  private constructor() {
    vi.stubGlobal('chrome', {
      runtime: Object.assign(this.runtime, {
        sendMessage: (message: FromTab) => {
          this.said.push(message);
          return this.decided(message);
        },
      }),
    });
    // What is shown in the page waits for a frame; here none is ever drawn.
    vi.stubGlobal('requestAnimationFrame', () => 1);
    vi.stubGlobal('cancelAnimationFrame', () => {});
    vi.stubGlobal('document', this.document);
    this.show('/drive/one');
    this.starter = new Starter(this.#channel.port1);
    this.starter.sessions = new SessionHost(
      {
        notebook: this.#notebook(),
        kernel: noKernel,
        inspection: noInspection,
        signOfLife: () => this.pageAnswers,
        holdBack: (isHeldBack) => this.heldBack.push(isHeldBack),
      },
      this.starter,
    );
  }

  get portNames(): string[] {
    return this.ports.map(({ name }) => name);
  }

  show(path: string): void {
    vi.stubGlobal('location', new URL(path, COLAB));
  }

  close(): void {
    this.#channel.port1.close();
    this.#channel.port2.close();
    vi.unstubAllGlobals();
  }

  /** One cell, which runs until the test ends. */
  #notebook(): Notebook {
    return {
      ...memoryNotebook([code('a', '1')]),
      runCell: () => new Promise(() => {}),
      onUserRun: (listener) => {
        this.userRunListeners.add(listener);
        return () => this.userRunListeners.delete(listener);
      },
    };
  }
}
