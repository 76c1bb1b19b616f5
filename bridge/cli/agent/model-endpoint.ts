import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { isRecord } from '../../../src/wire/json.ts';
import { TimeUp, within } from '../../within.ts';
import type { Budget } from './budget.ts';
import { PlanFailed } from './planner.ts';

/** Of one request, the first included. */
const MOST_TRIES = 5;
const FIRST_WAIT_MS = 1_000;
/** An endpoint that wants to be left alone for longer is better asked another day. */
const LONGEST_WAIT_MS = 120_000;
const LONGEST_QUOTE = 500;

/** What the endpoint answered instead of a plan. */
export class EndpointRefused extends PlanFailed {
  override readonly name = 'EndpointRefused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** It may work the next time. */
class Passing extends Error {
  readonly waitMs: number | null;

  constructor(message: string, waitMs: number | null = null) {
    super(message);
    this.waitMs = waitMs;
  }
}

export interface EndpointOptions {
  url: URL;
  headers: Record<string, string>;
  /** For one answer. */
  timeoutMs: number;
  budget: Budget;
  /** Tells the user about waits and tries. */
  tell: (sentence: string) => void;
  /** Takes the key out of what the endpoint says. */
  hide: (text: string) => string;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** One address that answers JSON with JSON, now and then only when asked again. */
export class ModelEndpoint {
  readonly #options: Required<EndpointOptions>;

  constructor(options: EndpointOptions) {
    this.#options = { sleep: (ms, signal) => pause(ms, undefined, { signal }), ...options };
  }

  /** `shape`: what an answer must have to be of use. */
  async ask<Answer>(body: unknown, shape: z.ZodType<Answer>, signal: AbortSignal): Promise<Answer> {
    const { budget, tell, sleep } = this.#options;
    for (let tries = 1; ; tries++) {
      try {
        return await this.#askOnce(body, shape, signal);
      } catch (error) {
        if (!(error instanceof Passing) || signal.aborted) throw error;
        const waitMs = error.waitMs ?? FIRST_WAIT_MS * 2 ** (tries - 1);
        if (waitMs > LONGEST_WAIT_MS) {
          throw new PlanFailed(
            `${error.message} It asks to wait ${Math.ceil(waitMs / 1000)} s, which is too long to wait here: try again then.`,
          );
        }
        if (tries === MOST_TRIES) throw new PlanFailed(`${error.message} Given up after ${tries} tries.`);
        // Whoever set the budget did not mean that many answers besides.
        if (budget.stepsLeft === 0) throw new PlanFailed(`${error.message} No steps are left to try again.`);
        tell(
          `${error.message} Trying again in ${Math.ceil(waitMs / 1000)} s (${tries + 1} of ${MOST_TRIES}).`,
        );
        await sleep(waitMs, signal);
        budget.step();
      }
    }
  }

  async #askOnce<Answer>(body: unknown, shape: z.ZodType<Answer>, signal: AbortSignal): Promise<Answer> {
    const { text, status } = await this.#exchange(JSON.stringify(body), signal);
    let said: unknown;
    try {
      said = JSON.parse(text);
    } catch {
      throw new Passing(
        `The endpoint answered with something that is no JSON (status ${status}): ${this.#quote(text)}`,
      );
    }
    const read = shape.safeParse(said);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const where = issue ? ` (${issue.path.join('.') || 'all of it'}: ${issue.message})` : '';
    throw new Passing(
      `The endpoint's answer is not what this API answers${where}. Does --api fit the endpoint?`,
    );
  }

  async #exchange(body: string, signal: AbortSignal): Promise<{ text: string; status: number }> {
    const { url, headers, timeoutMs } = this.#options;
    try {
      return await within(timeoutMs, signal, async (inner) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
          body,
          // The key is for this address alone.
          redirect: 'manual',
          signal: inner,
        });
        const text = await response.text();
        if (!response.ok) throw this.#refusal(response, text);
        return { text, status: response.status };
      });
    } catch (error) {
      if (error instanceof Passing || error instanceof PlanFailed || signal.aborted) throw error;
      if (error instanceof TimeUp) {
        throw new Passing(`The endpoint did not answer within ${timeoutMs / 1000} s (--timeout).`);
      }
      throw new Passing(`No answer from ${url.origin}: ${this.#quote(causeOf(error))}.`);
    }
  }

  #refusal(response: Response, text: string): Error {
    const { status, headers } = response;
    const { message, code } = errorIn(text);
    const said = message === '' ? '' : `: ${this.#quote(message)}`;
    if (status >= 300 && status < 400) {
      const to = this.#quote(headers.get('location') ?? 'nowhere');
      return new EndpointRefused(
        status,
        `The endpoint sends on to ${to}; if that is right, give it as --base-url.`,
      );
    }
    if (status === 401 || status === 403) {
      return new EndpointRefused(
        status,
        `The endpoint refused the key (${status})${said}. See "Key" in --help.`,
      );
    }
    if (status === 404) {
      return new EndpointRefused(
        status,
        `The endpoint knows no such model or address (404)${said}. Look at --model, --base-url and --api.`,
      );
    }
    // A purse that is empty does not fill while we wait.
    const isPassing =
      status === 408 || status === 409 || status >= 500 || (status === 429 && code !== 'insufficient_quota');
    if (!isPassing)
      return new EndpointRefused(status, `The endpoint refused the request (${status})${said}.`);
    const what = status === 429 ? 'The endpoint has had too many requests' : 'The endpoint failed';
    return new Passing(`${what} (${status})${said}.`, retryAfter(headers.get('retry-after')));
  }

  #quote(text: string): string {
    const line = this.#options.hide(text).trim().replace(/\s+/g, ' ').replace(/\.$/, '');
    return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)} …` : line;
  }
}

/** In milliseconds: seconds, or a date. */
export function retryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Both APIs say `{error: {message}}`; those that are only compatible say what they like. */
function errorIn(text: string): { message: string; code: unknown } {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return { message: text.startsWith('<') ? '' : text, code: null };
  }
  const error = isRecord(said) && said.error !== undefined ? said.error : said;
  if (!isRecord(error)) return { message: typeof error === 'string' ? error : '', code: null };
  const message = error.message ?? error.detail;
  return { message: typeof message === 'string' ? message : '', code: error.code };
}

/** `fetch failed` says nothing; what it was caused by does. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
