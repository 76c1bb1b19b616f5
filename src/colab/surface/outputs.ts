import type { Output } from '../../notebook/cell.ts';
import { ask, asList, isObject, peek, peekObject } from './foreign.ts';
import type { CellModel, CurrentOutput, NbformatCell, OutputsModel } from './members.ts';

/** A cell's outputs as nbformat, from its model; null when the model does not tell. */
export function outputsOfModel(model: CellModel): Output[] | null {
  return outputsInJson(model) ?? outputsInItems(model);
}

/** Writes the whole cell out, so only for builds whose view does not tell. */
export function executionCountOfModel(model: CellModel | null): unknown {
  const json = ask(model, 'toJson');
  return isObject(json) ? peek<NbformatCell>(json, 'execution_count') : undefined;
}

export function outputsInJson(model: CellModel): Output[] | null {
  const json = ask(model, 'toJson');
  if (!isObject(json)) return null;
  const outputs = asList(peek<NbformatCell>(json, 'outputs'));
  return outputs ? toOutputs(outputs) : null;
}

export function outputsInItems(model: CellModel): Output[] | null {
  const current = peekObject<OutputsModel>(peekObject(model, 'outputs'), 'currentOutput');
  const items = asList(peek<CurrentOutput>(current, 'outputItems'));
  return items ? toOutputs(items) : null;
}

/** Looked at where they are: copying the outputs of a whole notebook takes long. */
export function hasErrorOutput(model: CellModel): boolean {
  const current = peekObject<OutputsModel>(peekObject(model, 'outputs'), 'currentOutput');
  const items = asList(peek<CurrentOutput>(current, 'outputItems'));
  const json = items ? null : ask(model, 'toJson');
  const outputs = items ?? (isObject(json) ? asList(peek<NbformatCell>(json, 'outputs')) : null) ?? [];
  return outputs.some((item) => {
    if (!isObject(item)) return false;
    const output: { output_type?: unknown } = item;
    return peek(output, 'output_type') === 'error';
  });
}

/** Plain copies, because the page's own objects may hold what a message port cannot carry. */
export function toOutputs(items: readonly unknown[]): Output[] {
  const outputs: Output[] = [];
  for (const item of items) {
    const plain = toPlain(item);
    if (isOutput(plain)) outputs.push(plain);
  }
  return outputs;
}

function toPlain(item: unknown): unknown {
  try {
    const json: unknown = ask<{ toJson?: unknown }>(isObject(item) ? item : null, 'toJson') ?? item;
    return JSON.parse(JSON.stringify(json));
  } catch {
    return null;
  }
}

function isOutput(value: unknown): value is Output {
  return isObject(value) && 'output_type' in value && typeof value.output_type === 'string';
}
