import type { PanelModel } from './panel-model.ts';

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
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `cellwire-${exportedAt.toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
  link.click();
  // The browser has its own copy once the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function fetchAll(model: PanelModel): Promise<void> {
  const { timeline } = model;
  while (!timeline.isComplete) {
    await model.fetchEarlier();
    if (model.timeline !== timeline) throw new Error('The notebook is not there any more.');
  }
}
