import { countOf } from '../../../src/outputs/bound-text.ts';
import { isRecord } from '../../../src/wire/json.ts';
import type { Outcome } from './planner.ts';

export interface Summary {
  line: string;
  /** What is worth seeing of it, over several lines. */
  details: string;
}

/** A result in the few words in which a person wants to see it. */
export function summaryOf({ isError, text, data, pictures }: Outcome): Summary {
  if (isError) return { line: `failed: ${text.trim().replace(/\s*\n\s*/g, ' ')}`, details: '' };
  const { line, details } = inWords(data) ?? { line: '', details: text };
  const shown = pictures.length > 0 ? countOf(pictures.length, 'picture') : '';
  return { line: [line, shown].filter((part) => part !== '').join(', ') || 'done', details };
}

function inWords(data: Record<string, unknown>): Summary | null {
  const { status, outputs, newCellId, newCellIds, run, notebook, runtime } = data;
  const { total, text, matches, cells, message, replacements, deleted } = data;
  if (typeof status === 'string' && Array.isArray(outputs)) return runInWords(data, outputs);
  if (typeof newCellId === 'string') {
    const started = isRecord(run) ? inWords(run) : null;
    const line = `cell ${newCellId}`;
    return started ? { line: `${line}, ${started.line}`, details: started.details } : { line, details: '' };
  }
  if (Array.isArray(newCellIds)) return { line: `cells ${newCellIds.join(', ')}`, details: '' };
  if (isRecord(notebook) && isRecord(runtime)) {
    return { line: `"${notebook.name}", runtime ${runtime.state}`, details: '' };
  }
  if (typeof total === 'number' && typeof text === 'string')
    return { line: countOf(total, 'cell'), details: text };
  if (Array.isArray(matches)) {
    const lines = matches.map((match) => (isRecord(match) ? String(match.text) : String(match)));
    return { line: countOf(lines.length, 'line'), details: lines.join('\n') };
  }
  if (Array.isArray(cells) && typeof total === 'number')
    return { line: countOf(cells.length, 'cell'), details: '' };
  if (typeof replacements === 'number') return { line: countOf(replacements, 'replacement'), details: '' };
  if (typeof deleted === 'string') return { line: 'deleted', details: '' };
  if (typeof message === 'string') return { line: message, details: '' };
  if (Object.keys(data).length === 0) return null;
  return { line: JSON.stringify(data), details: '' };
}

function runInWords({ status, durationMs }: Record<string, unknown>, outputs: unknown[]): Summary {
  const time = typeof durationMs === 'number' ? ` in ${(durationMs / 1000).toFixed(2)} s` : '';
  return { line: `${status}${time}`, details: outputs.map(outputText).join('') };
}

function outputText(output: unknown): string {
  if (!isRecord(output)) return '';
  const { text, ename, evalue, traceback, data } = output;
  if (typeof text === 'string') return text;
  if (ename !== undefined)
    return typeof traceback === 'string' && traceback ? traceback : `${ename}: ${evalue}`;
  if (!isRecord(data)) return '';
  const kinds = Object.keys(data).filter((type) => type.startsWith('image/'));
  if (kinds.length > 0) return `(a picture: ${kinds.join(', ')})\n`;
  const plain = data['text/plain'];
  return typeof plain === 'string' ? plain : '';
}
