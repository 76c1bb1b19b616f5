import type { Cell, CodeCell } from '../model/cell.ts';
import { outputToJson } from '../model/outputs.ts';
import type { Behaviour } from '../variants/behaviour.ts';
import { extend } from './extend.ts';
import { listenable } from './listenable.ts';
import { textModel } from './text-model.ts';

/** `cell.model`: what Colab keeps of a cell, apart from what it shows. */
export function cellModel(cell: Cell, behaviour: Behaviour) {
  const bare = { id: cell.id, type: cell.kind, toJson: () => cell.toJson() };
  if (behaviour.domOnly) return bare;
  const model = extend(bare, {
    textModel: textModel(cell.source),
    get metadata() {
      return cell.metadata;
    },
    setText: (text: string) => cell.source.set(String(text)),
  });
  return cell.kind === 'code' ? extend(model, codeMembers(cell, behaviour)) : model;
}

function codeMembers(cell: CodeCell, behaviour: Behaviour) {
  return {
    removeOutputs: () => cell.outputs.clear(),
    /** Not an array: the items are two steps further in. */
    outputs: {
      get currentOutput() {
        return { outputItems: cell.outputs.items.map(outputToJson) };
      },
    },
    ...(behaviour.modelEvents
      ? listenable({ execution_completed: (listener) => cell.events.on('completed', listener) })
      : {}),
  };
}

export type CellModelSurface = ReturnType<typeof cellModel>;
