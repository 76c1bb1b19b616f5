import { setTimeout as pause } from 'node:timers/promises';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { CellRun, Cells } from './results.ts';
import {
  CellRunResult,
  CellsResult,
  NewCellResult,
  OutlineResult,
  SearchResult,
  StatusResult,
  textOf,
} from './results.ts';
import type { Transcript } from './transcript.ts';

/** Longer than any cell of the example takes, first start of a runtime included. */
const CALL_TIMEOUT_MS = 120_000;

/** The MCP tools as the example agent uses them: each call shown, each result checked. */
export class NotebookTools {
  readonly #client: Client;
  readonly #transcript: Transcript;
  readonly #paceMs: number;

  /** `paceMs` is waited before each call, for a human who wants to watch. */
  constructor(client: Client, transcript: Transcript, paceMs: number) {
    this.#client = client;
    this.#transcript = transcript;
    this.#paceMs = paceMs;
  }

  async status(): Promise<void> {
    const { notebook, runtime } = await this.#call('get_status', {}, StatusResult);
    this.#transcript.got(`"${notebook.name}", runtime ${runtime.state}`);
  }

  /** Gives how many cells there are. */
  async outline(): Promise<number> {
    const { total, text } = await this.#call('get_notebook_outline', {}, OutlineResult);
    this.#transcript.got(`${total} ${total === 1 ? 'cell' : 'cells'}`, text);
    return total;
  }

  async read(): Promise<Cells['cells']> {
    const { cells } = await this.#call('get_cells', {}, CellsResult);
    this.#transcript.got('read');
    return cells;
  }

  addText(cellIndex: number, content: string): Promise<string> {
    return this.#add('add_text_cell', { cellIndex, content });
  }

  addCode(cellIndex: number, code: string): Promise<string> {
    return this.#add('add_code_cell', { cellIndex, language: 'python', code });
  }

  async run(cellId: string): Promise<CellRun> {
    const run = await this.#call('execute_cell', { cellId }, CellRunResult);
    const text = textOf(run.outputs);
    this.#transcript.got(`${run.status} in ${(run.durationMs / 1000).toFixed(2)} s`, text);
    return { ...run, text };
  }

  async edit(cellId: string, find: string, replace: string): Promise<void> {
    await this.#call('edit_cell', { cellId, find, replace }, z.unknown());
    this.#transcript.got('changed');
  }

  /** The lines of the notebook that hold a text. */
  async search(query: string): Promise<string[]> {
    const { matches } = await this.#call('search_notebook', { query }, SearchResult);
    const lines = matches.map(({ text }) => text);
    this.#transcript.got(`${lines.length} lines`, lines.join('\n'));
    return lines;
  }

  async remove(cellId: string): Promise<void> {
    await this.#call('delete_cell', { cellId }, z.unknown());
    this.#transcript.got('gone');
  }

  async #add(tool: string, args: Record<string, unknown>): Promise<string> {
    const { newCellId } = await this.#call(tool, args, NewCellResult);
    this.#transcript.got(`cell ${newCellId}`);
    return newCellId;
  }

  async #call<T>(name: string, args: Record<string, unknown>, shape: z.ZodType<T>): Promise<T> {
    await pause(this.#paceMs);
    this.#transcript.called(name, args);
    const result = await this.#client.callTool({ name, arguments: args }, { timeout: CALL_TIMEOUT_MS });
    if (result.isError) throw new Error(`${name}: ${contentText(result)}`);
    return shape.parse(result.structuredContent);
  }
}

function contentText(result: CallToolResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n');
}
