/// <reference path="../raw-python.d.ts" />
import type { PythonScript } from '../call-python.ts';
import { asOneStatement } from '../call-python.ts';
import { inlineParts } from '../inline-parts.ts';
import shortened from '../shortened.py?raw';
import cellsRun from './cells_run.py?raw';
import checkpointFile from './checkpoint_file.py?raw';
import list from './checkpoint_list.py?raw';
import load from './checkpoint_load.py?raw';
import checkpointPayload from './checkpoint_payload.py?raw';
import save from './checkpoint_save.py?raw';
import chunkBody from './chunk_body.py?raw';
import chunkItems from './chunk_items.py?raw';
import chunkLog from './chunk_log.py?raw';
import chunkResults from './chunk_results.py?raw';
import interrupts from './interrupts.py?raw';
import runChunked from './run_chunked.py?raw';
import store from './store.py?raw';

const checkpoints = {
  shortened,
  store,
  checkpoint_file: checkpointFile,
  checkpoint_payload: checkpointPayload,
};

export const saveCheckpointScript: PythonScript = {
  name: 'save_checkpoint',
  source: inlineParts(save, checkpoints),
};
export const loadCheckpointScript: PythonScript = {
  name: 'load_checkpoint',
  source: inlineParts(load, checkpoints),
};
export const listCheckpointsScript: PythonScript = {
  name: 'list_checkpoints',
  source: inlineParts(list, checkpoints),
};

export const cellsRunScript: PythonScript = { name: 'detect_sync_needed', source: cellsRun };

/** A run that ends as what it does ends: it is not called, it calls its main() itself. */
const chunked = inlineParts(runChunked, {
  shortened,
  store,
  chunk_body: chunkBody,
  chunk_items: chunkItems,
  chunk_log: chunkLog,
  chunk_results: chunkResults,
  interrupts,
});

export interface ChunkedArguments {
  name: string;
  items: string;
  body: string;
  batchSize: number;
  onError: 'stop' | 'skip';
  /** Begins each line that the script prints for us. */
  mark: string;
}

export function chunkedCode(args: ChunkedArguments): string {
  const call = `main(**json.loads(${JSON.stringify(JSON.stringify(args))}))`;
  return asOneStatement(`${chunked}\n${call}\n`);
}
