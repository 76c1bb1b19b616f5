export const FAILURE_KINDS = [
  'not_connected',
  'user_action_required',
  'invalid_input',
  'not_found',
  'conflict',
  'paused',
  'denied',
  'timeout',
  'lost',
  'unsupported',
  'internal',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/**
 * A failure an agent can act on: what kind it is, what happened (and what was or was not done),
 * and what to do next. It crosses worlds as plain data, so it carries nothing but text.
 */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly next: string;

  constructor(kind: FailureKind, message: string, next: string) {
    super(message);
    this.name = 'Failure';
    this.kind = kind;
    this.next = next;
  }

  toData(): FailureData {
    return { kind: this.kind, message: this.message, next: this.next };
  }

  /** From another world, where it may have been tampered with. */
  static fromData({ kind, message, next }: FailureData): Failure {
    return new Failure(FAILURE_KINDS.includes(kind) ? kind : 'internal', String(message), String(next));
  }

  /** Anything thrown becomes a failure; what was not foreseen is `internal`. */
  static from(thrown: unknown): Failure {
    if (thrown instanceof Failure) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new Failure('internal', message, 'Try again; if it happens twice, please report it.');
  }
}

export interface FailureData {
  kind: FailureKind;
  message: string;
  next: string;
}
