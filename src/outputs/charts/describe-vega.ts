import { countOf, inWords } from '../bound-text.ts';
import { Spread } from './spread.ts';
import type { Budget } from './values.ts';
import { newBudget } from './values.ts';
import { listAt, listOf, nameOf, numberOf, own, quoted } from './words.ts';

const VIEWS_TOLD = 6;
const CHANNELS_TOLD = 10;
const DEEPEST = 5;

/** Views beside or above each other. */
const COMPOSITIONS: ReadonlyArray<[key: string, words: string]> = [
  ['layer', 'layers'],
  ['hconcat', 'views side by side'],
  ['vconcat', 'views one above the other'],
  ['concat', 'views'],
];

interface Told {
  spec: unknown;
  budget: Budget;
  /** How many more views are told. */
  views: number;
}

/** A Vega-Lite specification, as Altair makes it, in words; null when it is none. */
export function describeVegaLite(spec: unknown): string | null {
  const words = viewOf(spec, null, { spec, budget: newBudget(), views: VIEWS_TOLD }, 0);
  return words === null ? null : `Vega-Lite chart${words}`;
}

const titleOf = (spec: unknown): string => {
  const title = own(spec, 'title');
  const text = typeof title === 'object' && !Array.isArray(title) ? own(title, 'text') : title;
  return nameOf(Array.isArray(text) ? text.slice(0, 4).map(String).join(' ') : text);
};

/** `rows`: the data of the view around it. Null when it is no view at all. */
function viewOf(view: unknown, outer: Rows | null, told: Told, depth: number): string | null {
  const rows = rowsOf(view, told.spec) ?? outer;
  const title = quoted(titleOf(view));
  for (const [key, words] of COMPOSITIONS) {
    const parts = own(view, key);
    if (Array.isArray(parts)) return `${title}, ${parts.length} ${words}${partsOf(parts, rows, told, depth)}`;
  }
  const inner = own(view, 'spec');
  if (inner !== undefined && depth < DEEPEST) {
    const words = viewOf(inner, rows, told, depth + 1);
    return words && `${title}, ${repeatOf(view, rows, told)}${words}`;
  }
  const mark = own(view, 'mark');
  const kind = nameOf(typeof mark === 'string' ? mark : own(mark, 'type'), 20);
  if (kind === '') return null;
  return `${title}: ${[kind, ...channelsOf(view, rows, told.budget), ...dataOf(rows)].join(', ')}`;
}

function partsOf(parts: readonly unknown[], rows: Rows | null, told: Told, depth: number): string {
  const words: string[] = [];
  for (const part of parts) {
    if (depth >= DEEPEST || told.views <= 0) break;
    told.views--;
    const found = viewOf(part, rows, told, depth + 1);
    words.push(`(${words.length + 1})${found?.replace(/^: /, ' ') ?? ' unreadable'}`);
  }
  const more = parts.length - words.length;
  return words.length > 0 ? `: ${words.join('; ')}${more > 0 ? ` and ${inWords(more)} more` : ''}` : '';
}

function repeatOf(view: unknown, rows: Rows | null, { budget }: Told): string {
  const facet = own(view, 'facet');
  const channels = own(facet, 'field') === undefined ? facet : { by: facet };
  const words = facet === undefined ? [] : channelsOf({ encoding: channels }, rows, budget);
  const by = words.map((channel) => channel.replace(/^by /, ''));
  return words.length > 0 ? `one view for each ${by.join(', ')}` : 'repeated';
}

/** What is shown by position, colour, size and so on. */
function channelsOf(view: unknown, rows: Rows | null, budget: Budget): string[] {
  const encoding = own(view, 'encoding');
  if (typeof encoding !== 'object' || encoding === null) return [];
  const names = Object.keys(encoding).filter(
    (name) => !/^(?:tooltip|href|key|order|description)$/.test(name),
  );
  const order = (name: string): number => (name === 'x' ? 0 : name === 'y' ? 1 : 2);
  return names
    .slice(0, CHANNELS_TOLD)
    .sort((one, other) => order(one) - order(other))
    .map((name) => channelOf(nameOf(name, 20), own(encoding, name), rows, budget))
    .filter((words) => words !== '');
}

function channelOf(name: string, channel: unknown, rows: Rows | null, budget: Budget): string {
  const field = own(channel, 'field');
  const by = nameOf(own(channel, 'aggregate'), 20) || nameOf(own(channel, 'timeUnit'), 20);
  const fieldName = typeof field === 'string' ? nameOf(field, 40) : '';
  const what = by === '' ? fieldName : fieldName === '' ? by : `${by} of ${fieldName}`;
  if (what === '') {
    const fixed = own(channel, 'datum') ?? own(channel, 'value');
    const value = typeof fixed === 'number' ? numberOf(fixed) : nameOf(fixed, 30);
    return value === '' ? '' : `${name} always ${value}`;
  }
  const isCounted = own(channel, 'aggregate') !== undefined;
  const span = typeof field === 'string' && !isCounted ? spanOf(field, rows, budget) : '';
  const isBinned = Boolean(own(channel, 'bin'));
  const details = [nameOf(own(channel, 'type'), 20), ...(isBinned ? ['binned'] : []), span].filter(Boolean);
  const title = nameOf(own(channel, 'title') ?? own(own(channel, 'axis'), 'title'), 40);
  const named = title === '' || title === fieldName ? '' : quoted(title);
  return `${name}${named} ${what}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

function spanOf(field: string, rows: Rows | null, budget: Budget): string {
  if (!rows?.values) return '';
  const spread = new Spread();
  const name = field.slice(0, 200).replace(/\\(?=[.[\]])/g, '');
  for (const row of rows.values) {
    if (budget.left-- <= 0) break;
    spread.add(own(row, name));
  }
  return spread.toString();
}

/** The data of a view: its rows, where they are in the chart, or where they come from. */
interface Rows {
  values: readonly unknown[] | null;
  from: string;
}

function rowsOf(view: unknown, spec: unknown): Rows | null {
  const data = own(view, 'data');
  if (typeof data !== 'object' || data === null) return null;
  const name = own(data, 'name');
  const values =
    own(data, 'values') ?? (typeof name === 'string' ? own(own(spec, 'datasets'), name) : undefined);
  if (Array.isArray(values)) return { values, from: '' };
  const url = nameOf(own(data, 'url'), 100);
  return { values: null, from: url.startsWith('data:') ? 'data within the address' : url };
}

const dataOf = (rows: Rows | null): string[] => {
  if (!rows) return [];
  return rows.values ? [countOf(rows.values.length, 'row')] : rows.from ? [`data from ${rows.from}`] : [];
};

/** A specification of Vega itself, which is closer to drawing than to data. */
export function describeVega(spec: unknown): string | null {
  const marks = own(spec, 'marks');
  if (!Array.isArray(marks)) return null;
  const kinds = marks.map((mark) => nameOf(own(mark, 'type'), 20) || 'mark');
  const data = listAt(spec, 'data')
    .slice(0, 10)
    .flatMap((set) => {
      const rows = own(set, 'values');
      return Array.isArray(rows) ? [`${nameOf(own(set, 'name'), 30)} (${countOf(rows.length, 'row')})`] : [];
    });
  const axes = listAt(spec, 'axes')
    .slice(0, 20)
    .flatMap((axis) => {
      const title = nameOf(own(axis, 'title'), 40);
      return title ? [`${nameOf(own(axis, 'orient'), 10)} axis “${title}”`] : [];
    });
  return [
    `Vega chart${quoted(titleOf(spec))}: ${listOf(kinds.slice(0, 10), 10, marks.length)}`,
    ...(data.length > 0 ? [`data ${data.join(', ')}`] : []),
    ...(axes.length > 0 ? [listOf(axes, 6)] : []),
    ...(marks.length > 1 ? [`${inWords(marks.length)} marks`] : []),
  ].join('; ');
}
