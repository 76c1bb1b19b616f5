import { countOf, inWords } from '../bound-text.ts';
import { Spread } from './spread.ts';
import type { Budget } from './values.ts';
import { addValues, newBudget } from './values.ts';
import { deep, listAt, listOf, nameOf, numberOf, own, quoted } from './words.ts';

const TRACES_TOLD = 6;
const TRACES_COUNTED = 100_000;
const KINDS_NAMED = 6;
const AXES_TOLD = 6;

/** Where traces of the many kinds have their values. */
const COORDINATES =
  'x y z labels values lat lon locations r theta a b c open high low close parents dimensions'.split(' ');

/** A Plotly figure in words; null when it is none. */
export function describePlotly(figure: unknown): string | null {
  const data = own(figure, 'data');
  if (!Array.isArray(data)) return null;
  const layout = own(figure, 'layout');
  const title = titleOf(own(layout, 'title'));
  const frames = listAt(figure, 'frames').length;
  return [
    `Plotly chart${quoted(title)}, ${countOf(data.length, 'trace')}${tracesOf(data)}`,
    ...axesOf(layout),
    ...legendOf(layout),
    ...annotationsOf(layout),
    ...(frames > 0 ? [countOf(frames, 'animation frame')] : []),
  ].join('; ');
}

const titleOf = (title: unknown): string => nameOf(typeof title === 'string' ? title : own(title, 'text'));

const kindOf = (trace: unknown): string => nameOf(own(trace, 'type'), 20) || 'scatter';

function tracesOf(traces: readonly unknown[]): string {
  if (traces.length === 0) return '';
  const budget = newBudget();
  const told = traces.slice(0, TRACES_TOLD).map((trace) => traceOf(trace, budget));
  if (traces.length <= TRACES_TOLD) return `: ${told.join('; ')}`;
  const kinds = new Map<string, number>();
  for (const trace of traces.slice(0, TRACES_COUNTED)) {
    const kind = kindOf(trace);
    if (kinds.size < 50 || kinds.has(kind)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const named = [...kinds].map(([kind, count]) => `${inWords(count)} ${kind}`);
  return ` (${listOf(named, KINDS_NAMED)}): ${told.join('; ')}; … ${valuesOf(traces.slice(0, TRACES_COUNTED), newBudget(), 'in all ')}`;
}

function traceOf(trace: unknown, budget: Budget): string {
  const mode = nameOf(own(trace, 'mode'), 30);
  const heading = kindOf(trace) + (mode ? ` (${mode})` : '') + quoted(nameOf(own(trace, 'name')));
  return `${heading}: ${valuesOf([trace], budget)}`;
}

/** How many points there are, and what they span. */
function valuesOf(traces: readonly unknown[], budget: Budget, heading = ''): string {
  const spreads = new Map<string, { spread: Spread; count: number }>();
  let points = 0;
  for (const trace of traces) {
    let most = 0;
    for (const key of COORDINATES) {
      const values = own(trace, key);
      if (typeof values !== 'object' || values === null) continue;
      const found = spreads.get(key) ?? { spread: new Spread(), count: 0 };
      const count = addValues(values, found.spread, budget);
      spreads.set(key, { spread: found.spread, count: found.count + count });
      most = Math.max(most, count);
    }
    points += most;
  }
  const spans = [...spreads].map(([key, { spread }]) => [key, spread.toString()]).filter(([, span]) => span);
  const isPart = [...spreads.values()].some(({ spread, count }) => spread.count > 0 && spread.count < count);
  return [
    `${heading}${countOf(points, 'point')}${isPart ? ' (ranges of the first)' : ''}`,
    ...spans.map(([key, span]) => `${key} ${span}`),
  ].join(', ');
}

const AXIS = /^(?:[xyz]|color)axis\d{0,4}$/;

/** What the layout says of axes: title, kind and range, where it says so. */
function axesOf(layout: unknown): string[] {
  const places = [layout, own(layout, 'scene'), own(layout, 'polar')];
  const told: string[] = [];
  for (const place of places) {
    if (typeof place !== 'object' || place === null) continue;
    for (const key of Object.keys(place).slice(0, 1_000)) {
      if (!AXIS.test(key)) continue;
      const words = axisOf(own(place, key));
      if (words !== '') told.push(`${key.replace('axis', '')} axis${words}`);
    }
  }
  return told.length > 0 ? [listOf(told, AXES_TOLD)] : [];
}

function axisOf(axis: unknown): string {
  const type = nameOf(own(axis, 'type'), 20);
  const [from, to] = listAt(axis, 'range').map((end) =>
    typeof end === 'number' ? (type === 'log' ? `10^${numberOf(end)}` : numberOf(end)) : nameOf(end, 30),
  );
  const more = [
    ...(type && type !== 'linear' && type !== '-' ? [type] : []),
    ...(from && to ? [`shown ${from} to ${to}`] : []),
    ...(own(axis, 'autorange') === 'reversed' ? ['reversed'] : []),
  ];
  const title = titleOf(own(axis, 'title')) || titleOf(deep(axis, 'colorbar', 'title'));
  return quoted(title) + (more.length > 0 ? ` (${more.join(', ')})` : '');
}

function legendOf(layout: unknown): string[] {
  const title = titleOf(deep(layout, 'legend', 'title'));
  return title ? [`legend “${title}”`] : [];
}

function annotationsOf(layout: unknown): string[] {
  const all = listAt(layout, 'annotations');
  const texts = all.slice(0, 4).map((note) => `“${nameOf(own(note, 'text'), 40)}”`);
  return texts.length > 0 ? [`annotations ${listOf(texts, 4, all.length)}`] : [];
}
