import type { PanelModel } from './panel-model.ts';
import { saveFile } from './save-file.ts';

/** All calls, those that were not fetched yet included, as a file for the user. */
export async function exportEntries(model: PanelModel): Promise<void> {
  await fetchAll(model);
  const notebook = model.titles.get(model.tabId ?? -1) ?? null;
  const exportedAt = new Date();
  const text = JSON.stringify(
    { notebook, exportedAt: exportedAt.toISOString(), entries: model.timeline.entries },
    null,
    2,
  );
  saveFile('cellwire', text, exportedAt);
}

async function fetchAll(model: PanelModel): Promise<void> {
  const { timeline } = model;
  while (!timeline.isComplete) {
    await model.fetchEarlier();
    if (model.timeline !== timeline) throw new Error('The notebook is not there any more.');
  }
}
