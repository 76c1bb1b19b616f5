import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { isRecord } from '../../../src/wire/json.ts';
import { CHART, conclusion, EXPERIMENT, INTRODUCTION, throwMore } from './demo-cells.ts';
import { DemoFailure } from './demo-failure.ts';

const CALL_MS = 120_000;
const GOOD_ENOUGH = 0.003;
const MOST_DARTS = 1_000_000;

/** A plan without a model: it acts through the same tools as any agent, and goes on by what it sees. */
export class DemoAgent {
  calls = 0;
  readonly #client: Client;
  readonly #paceMs: number;
  readonly #say: (line: string) => void;

  /** `paceMs` is waited before each call, for a human who wants to watch. */
  constructor(client: Client, paceMs: number, say: (line: string) => void) {
    this.#client = client;
    this.#paceMs = paceMs;
    this.#say = say;
  }

  async work(): Promise<void> {
    await this.#call('get_status', {});
    await this.#clearAway();
    await this.#call('add_text_cell', { cellIndex: 0, content: INTRODUCTION });
    let index = 1;
    const run = async (code: string): Promise<string> => {
      const result = await this.#call('add_code_cell', {
        cellIndex: index,
        language: 'python',
        code,
        run: true,
      });
      index += 1;
      const text = outputIn(result);
      for (const line of text.split('\n').filter(Boolean)) this.#say(`    │ ${line}`);
      return text;
    };
    let off = errorIn(await run(EXPERIMENT));
    for (let darts = 100_000; off >= GOOD_ENOUGH && darts <= MOST_DARTS; darts *= 3) {
      this.#say(`Still off by ${off}: more darts.`);
      off = errorIn(await run(throwMore(darts)));
    }
    this.#say(`Off by ${off}. Now the picture.`);
    await run(CHART);
    await this.#call('add_text_cell', { cellIndex: index, content: conclusion(off) });
  }

  /** A new notebook has one cell, with nothing in it. */
  async #clearAway(): Promise<void> {
    const { cells } = await this.#call('get_cells', {});
    const [only, ...others] = Array.isArray(cells) ? cells.filter(isRecord) : [];
    if (!only || others.length > 0 || String(only.source) !== '') return;
    await this.#call('delete_cell', { cellId: only.id });
  }

  async #call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    await pause(this.#paceMs);
    const [first = ''] = String(args.content ?? args.code ?? '').split('\n');
    this.#say(`  → ${name}${first ? ` ${first.slice(0, 60)}` : ''}`);
    this.calls += 1;
    const { structuredContent, isError, content } = await this.#client.callTool(
      { name, arguments: args },
      { timeout: CALL_MS, resetTimeoutOnProgress: true },
    );
    if (isError || !isRecord(structuredContent)) {
      const said = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      throw new DemoFailure(`${name} failed: ${said}`);
    }
    return structuredContent;
  }
}

function outputIn({ run }: Record<string, unknown>): string {
  if (!isRecord(run) || run.status !== 'ok')
    throw new DemoFailure(`A cell did not run: ${JSON.stringify(run)}`);
  const outputs = Array.isArray(run.outputs) ? run.outputs.filter(isRecord) : [];
  return outputs.map(({ text }) => (Array.isArray(text) ? text.join('') : String(text ?? ''))).join('');
}

function errorIn(text: string): number {
  const found = [...text.matchAll(/off by (\d+\.\d+)/g)].at(-1)?.[1];
  if (found === undefined) throw new DemoFailure(`There is no estimate in: ${text}`);
  return Number(found);
}
