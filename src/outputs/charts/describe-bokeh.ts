import { isRecord } from '../../wire/json.ts';
import { countOf } from '../bound-text.ts';
import { Spread } from './spread.ts';
import { addValues, newBudget } from './values.ts';
import { deep, listAt, listOf, nameOf, own, quoted } from './words.ts';

const GLYPHS_TOLD = 6;
const MOST_OBJECTS = 50_000;

/** Where glyphs have their values. */
const COORDINATES = 'x y xs ys x0 y0 x1 y1 left right top bottom width height start_angle end_angle'.split(
  ' ',
);

/** An object of Bokeh's document: what it is, and its attributes. */
interface Model {
  name: string;
  attributes: Record<string, unknown>;
}

/** A document of Bokeh in words, as it is given to its JavaScript; null when it is none. */
export function describeBokeh(documents: unknown): string | null {
  const models = modelsOf(documents);
  if (!models) return null;
  const all = [...models.values()];
  const resolve = (value: unknown): Model | undefined => {
    const id = own(value, 'id');
    return typeof id === 'string' ? models.get(id) : undefined;
  };
  const figures = all.filter(({ name }) => name === 'Figure' || name === 'Plot' || name === 'figure');
  const titles = figures.map(({ attributes }) => nameOf(resolve(attributes.title)?.attributes.text));
  const renderers = all.filter(({ name }) => name === 'GlyphRenderer');
  const budget = newBudget();
  const glyphs = renderers.slice(0, GLYPHS_TOLD).map(({ attributes }) => {
    const glyph = resolve(attributes.glyph);
    const columns = columnsOf(resolve(attributes.data_source)?.attributes.data);
    const spans: string[] = [];
    let points = 0;
    for (const key of COORDINATES) {
      const field = deep(glyph?.attributes, key, 'field');
      if (typeof field !== 'string') continue;
      const spread = new Spread();
      points = Math.max(points, addValues(columns.get(field), spread, budget));
      const span = spread.toString();
      if (span) spans.push(`${key} ${span}`);
    }
    return [`${nameOf(glyph?.name, 30) || 'glyph'}: ${countOf(points, 'point')}`, ...spans].join(', ');
  });
  const axes = all.flatMap(({ name, attributes }) => {
    const label = name.endsWith('Axis') ? nameOf(attributes.axis_label) : '';
    return label ? [label] : [];
  });
  const heading = figures.length > 1 ? `Bokeh charts (${figures.length})` : 'Bokeh chart';
  return [
    heading + listOf(titles.map(quoted).filter(Boolean), 4) + (glyphs.length > 0 ? ':' : ''),
    ...(glyphs.length > 0 ? [` ${listOf(glyphs, GLYPHS_TOLD, renderers.length).replaceAll('\n', ' ')}`] : []),
    ...(axes.length > 0
      ? [
          `; axes ${listOf(
            axes.map((label) => `“${label}”`),
            6,
          )}`,
        ]
      : []),
  ].join('');
}

/** All objects of the documents by their ids, in order: Bokeh 3 nests them, Bokeh 2 has a flat list. */
function modelsOf(documents: unknown): Map<string, Model> | null {
  if (!isRecord(documents)) return null;
  const waiting: unknown[] = [];
  for (const key of Object.keys(documents).slice(0, 10)) {
    const roots = deep(documents, key, 'roots');
    waiting.push(
      ...(Array.isArray(roots) ? roots.slice(0, 100) : listAt(roots, 'references').slice(0, MOST_OBJECTS)),
    );
  }
  waiting.reverse();
  const models = new Map<string, Model>();
  for (let looked = 0; looked < MOST_OBJECTS && waiting.length > 0; looked++) {
    const value = waiting.pop();
    if (isRecord(value)) {
      note(value, models);
      if (value.type !== 'ndarray' && value.type !== 'map') addChildren(Object.values(value), waiting);
    } else if (Array.isArray(value)) addChildren(value, waiting);
  }
  return models.size > 0 ? models : null;
}

function note(value: Record<string, unknown>, models: Map<string, Model>): void {
  const { id, attributes } = value;
  const name = value.type === 'object' ? value.name : value.type;
  if (typeof id === 'string' && typeof name === 'string' && !models.has(id))
    models.set(id, { name, attributes: isRecord(attributes) ? attributes : {} });
}

/** Only objects and lists of objects: columns of numbers are not walked through. */
function addChildren(values: readonly unknown[], waiting: unknown[]): void {
  const children = values.slice(0, 1_000).filter((child) => typeof child === 'object' && child !== null);
  waiting.push(...children.reverse());
}

/** The columns of a data source: a map of Bokeh 3, or an object. */
function columnsOf(data: unknown): Map<string, unknown> {
  const entries =
    own(data, 'type') === 'map' ? listAt(data, 'entries') : isRecord(data) ? Object.entries(data) : [];
  const columns = new Map<string, unknown>();
  for (const entry of entries.slice(0, 200)) {
    if (Array.isArray(entry) && typeof entry[0] === 'string') columns.set(entry[0], entry[1]);
  }
  return columns;
}
