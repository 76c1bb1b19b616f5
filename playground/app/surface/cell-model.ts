import type { Cell, CodeCell } from '../model/cell.ts';
import type { OutputItem } from '../model/outputs.ts';
import { outputToJson } from '../model/outputs.ts';
import type { Behaviour } from '../variants/behaviour.ts';
import { extend } from './extend.ts';
import { listenable } from './listenable.ts';
import { textModel } from './text-model.ts';

/** `cell.model`: what Colab keeps of a cell, apart from what it shows. */
export function cellModel(cell: Cell, behaviour: Behaviour) {
  const bare = {
    id: cell.id,
    type: cell.kind,
    toJson: () => (behaviour.tellsCounts ? cell.toJson() : withoutCount(cell.toJson())),
  };
  if (behaviour.domOnly) return bare;
  const model = extend(bare, {
    textModel: textModel(cell.source),
    get metadata() {
      return behaviour.tellsCounts ? cell.metadata : { id: cell.id };
    },
    setText: (text: string) => cell.source.set(String(text)),
  });
  return cell.kind === 'code' ? extend(model, codeMembers(cell, behaviour)) : model;
}

function withoutCount({ execution_count: _, ...json }: Record<string, unknown>): Record<string, unknown> {
  return json;
}

function codeMembers(cell: CodeCell, behaviour: Behaviour) {
  return {
    removeOutputs: () => cell.outputs.clear(),
    /** Not an array: the items are two steps further in. */
    outputs: {
      get currentOutput() {
        return { outputItems: cell.outputs.items.map(outputItem) };
      },
    },
    ...(behaviour.modelEvents
      ? listenable({ execution_completed: (listener) => cell.events.on('completed', listener) })
      : {}),
  };
}

/** Streams are live, in the pieces they came in; writing a large one out as lines takes long. */
function outputItem(item: OutputItem): Record<string, unknown> {
  return item.type === 'stream'
    ? { output_type: 'stream', name: item.name, text: item.pieces }
    : outputToJson(item);
}

export type CellModelSurface = ReturnType<typeof cellModel>;
