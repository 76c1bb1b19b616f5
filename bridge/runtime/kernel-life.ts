import { setTimeout as pause } from 'node:timers/promises';
import type { KernelAPI, KernelMessage } from '@jupyterlab/services';
import { Failure } from '../../src/notebook/failure.ts';
import type { JupyterServer } from './jupyter-server.ts';
import { SteadyConnection } from './steady-connection.ts';

const CONNECT_MS = 30_000;
const FIRST_ANSWER_MS = 60_000;
const ASK_AGAIN_MS = 1_000;
/** How long a lost connection is tried to be had again. */
const REGAIN_MS = 30_000;
const REGAIN_EVERY_MS = 2_000;
/** What a kernel has said is on its way in two channels: one may be ahead of the other. */
const SETTLE_MS = 1_000;
/** While something runs: whether the server still has the kernel. The first look is for code that went to nobody. */
const EARLY_LOOK_MS = 1_500;
const LOOK_EVERY_MS = 5_000;

/** How the life of a kernel, as far as we could follow it, ended. */
export interface LifeEnd {
  /** A sentence. */
  reason: string;
  /** Whether what it had in memory is known to be gone; it may also only be out of reach. */
  isGone: boolean;
}

const MISSED =
  'The connection was lost meanwhile, so its end was missed: it may have run, whole or not at all.';
const DIED =
  'The kernel died (most often because it ran out of memory, or because the code ended its process).';
const RESTARTED =
  'The kernel was restarted: it died (most often out of memory), or somebody else restarted it.';
const REMOVED = 'The kernel is not there any more: somebody else shut it down, or the server was restarted.';

/** One kernel process, from the moment we are connected to it until it is gone or out of reach. */
export class KernelLife {
  readonly id: string;
  readonly name: string;
  readonly connection: SteadyConnection;
  readonly ended: Promise<LifeEnd>;
  readonly #server: JupyterServer;
  /** What is under way: told when its end was missed. */
  readonly #underWay = new Set<(reason: string) => void>();
  #end: (end: LifeEnd) => void = () => {};
  #isOver = false;
  #isRegaining = false;
  /** Another for every process, so a restart that nobody told of is noticed. Undefined until it has said so. */
  process: string | undefined;
  language: string | undefined;

  constructor(model: KernelAPI.IModel, server: JupyterServer) {
    this.#server = server;
    this.id = model.id;
    this.name = model.name;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    // Nobody here renders widgets, and handling their messages would only keep state of them.
    this.connection = new SteadyConnection({ model, serverSettings: server.settings, handleComms: false });
    this.connection.info.then(
      ({ language_info }) => {
        this.language = language_info.name;
      },
      () => {},
    );
    this.connection.statusChanged.connect((_, status) => {
      if (status === 'dead') this.end({ reason: DIED, isGone: true });
      if (status === 'restarting' || status === 'autorestarting') {
        this.end({ reason: RESTARTED, isGone: true });
      }
    });
    this.connection.iopubMessage.connect((_, message) => {
      // Said to everybody when somebody else shuts it down or restarts it.
      const type: string = message.header.msg_type;
      if (type === 'shutdown_reply') this.end({ reason: REMOVED, isGone: true });
    });
  }

  /** Connected, and for a kernel that is new: ready. */
  async open(isNew: boolean): Promise<void> {
    const { connection } = this;
    await this.#within(CONNECT_MS, this.#connected(), 'no connection to it could be made');
    if (isNew) await this.#within(FIRST_ANSWER_MS, this.#answers(), 'it does not answer');
    // One that computes answers when it is done, and not before.
    else void this.#ask();
    connection.connectionStatusChanged.connect((_, status) => {
      if (status !== 'connected') void this.#regain();
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0 || this.connection.status === 'busy';
  }

  /** When it is connected; false when it has ended instead. */
  async isThere(): Promise<boolean> {
    if (this.#isOver) return false;
    return Promise.race([this.#connected().then(() => true), this.ended.then(() => false)]);
  }

  /** Adds something that wants to know if its end was missed. Returns how to take it out. */
  follow(missed: (reason: string) => void): () => void {
    this.#underWay.add(missed);
    const stopLooking = this.#lookAfter();
    return () => {
      this.#underWay.delete(missed);
      stopLooking();
    };
  }

  /** A kernel that somebody else shuts down says nothing, and its socket stays: a slow look is the safety net. */
  #lookAfter(): () => void {
    const look = async (): Promise<void> => {
      const isThere = await this.#server.find(this.id).then(Boolean, () => true);
      if (!isThere) this.end({ reason: REMOVED, isGone: true });
    };
    const early = setTimeout(look, EARLY_LOOK_MS);
    const regular = setInterval(look, LOOK_EVERY_MS);
    return () => {
      clearTimeout(early);
      clearInterval(regular);
    };
  }

  /** False when it is still busy after that time. */
  async settles(limitMs: number): Promise<boolean> {
    const { connection } = this;
    const idle = new Promise<void>((resolve) => {
      connection.statusChanged.connect((_, status) => status === 'idle' && resolve());
    });
    if (this.isBusy) await Promise.race([idle, this.ended, pause(limitMs)]);
    // The reply comes right behind the status.
    if (this.isBusy) await pause(50);
    return !this.isBusy;
  }

  end(end: LifeEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end(end);
    this.connection.dispose();
  }

  /** The socket is gone. The kernel may not be: then all goes on where it was. */
  async #regain(): Promise<void> {
    if (this.#isRegaining || this.#isOver) return;
    this.#isRegaining = true;
    const cutOff = [...this.#underWay];
    const deadline = performance.now() + REGAIN_MS;
    let why = '';
    for (let wait = 100; performance.now() < deadline && !this.#isOver; wait = REGAIN_EVERY_MS) {
      await Promise.race([this.#connected(), pause(wait)]);
      if (this.connection.connectionStatus === 'connected') {
        this.#isRegaining = false;
        return this.#resume(cutOff);
      }
      try {
        const model = await this.#server.find(this.id);
        if (!model) return this.end({ reason: REMOVED, isGone: true });
        if (!this.#isOver) void this.connection.reconnect();
      } catch (thrown) {
        why = Failure.from(thrown).message;
      }
    }
    const reason = `The connection to the kernel was lost and did not come back within ${REGAIN_MS / 1000} s; what ran may go on. ${why}`;
    this.end({ reason: reason.trim(), isGone: false });
  }

  /** Servers keep what a kernel says meanwhile, but not all do. The kernel answers in order: what it has not said by then is missed. */
  async #resume(cutOff: ReadonlyArray<(reason: string) => void>): Promise<void> {
    const before = this.process;
    const now = await this.#processThatAnswers();
    if (before !== undefined && now !== undefined && now !== before) {
      return this.end({ reason: RESTARTED, isGone: true });
    }
    await pause(SETTLE_MS);
    for (const missed of cutOff) {
      if (this.#underWay.has(missed)) missed(MISSED);
    }
  }

  /**
   * Asked until a whole answer has come. Of a kernel that has just been restarted, a server may think that it still
   * computes, and connects without waiting for it: then the first answer comes in part, and the rest went to nobody.
   */
  async #answers(): Promise<void> {
    let reply: KernelMessage.IInfoReplyMsg | undefined;
    while (!reply && !this.#isOver) {
      const patience = pause(ASK_AGAIN_MS, undefined, { ref: false });
      reply = await Promise.race([this.#ask(), patience]);
      if (!reply) await patience;
    }
  }

  /** By the first word of its answer: where the rest may have gone to nobody, and a second question waits behind what runs. */
  async #processThatAnswers(): Promise<string | undefined> {
    const { connection } = this;
    const firstWord = new Promise<string>((resolve) => {
      connection.anyMessage.connect((_, { msg, direction }) => {
        if (direction === 'recv' && msg.header.msg_type === 'kernel_info_reply') resolve(msg.header.session);
      });
    });
    const reply = this.#ask().then((whole) => whole?.header.session);
    return Promise.race([firstWord, reply, this.ended.then(() => undefined)]);
  }

  async #ask(): Promise<KernelMessage.IInfoReplyMsg | undefined> {
    const reply = await this.connection.requestKernelInfo();
    if (reply) this.process = reply.header.session;
    return reply;
  }

  #connected(): Promise<void> {
    const { connection } = this;
    return new Promise((resolve) => {
      if (connection.connectionStatus === 'connected') resolve();
      connection.connectionStatusChanged.connect((_, status) => status === 'connected' && resolve());
    });
  }

  async #within(limitMs: number, ready: Promise<unknown>, otherwise: string): Promise<void> {
    const timeout = new AbortController();
    const late = pause(limitMs, `${otherwise} within ${limitMs / 1000} s`, { signal: timeout.signal });
    const reason = await Promise.race([ready.then(() => null), this.ended.then((end) => end.reason), late]);
    timeout.abort();
    late.catch(() => {});
    if (reason === null) return;
    const message = `The kernel "${this.name}" was started, but ${reason}.`;
    this.end({ reason: message, isGone: false });
    throw new Failure(
      'not_connected',
      message,
      'Nothing was run. Try again, or look at the log of the server.',
    );
  }
}
