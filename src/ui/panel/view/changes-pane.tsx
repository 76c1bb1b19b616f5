import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UndoResult } from '../../../journal/undo.ts';
import { Fault } from '../../shared/fault.tsx';
import { useAct } from '../../shared/use-act.ts';
import { countOf } from '../model/number-words.ts';
import type { PanelModel } from '../model/panel-model.ts';
import { ChangeRow } from './change-row.tsx';
import { useHeldRows } from './use-held-rows.ts';

export type Refusal = UndoResult['refused'][number];

/** What agents changed, newest first, and the way back. */
export function ChangesPane({ model }: { model: PanelModel }): JSX.Element {
  const { isBusy, fault, act } = useAct('Nothing was undone.');
  const [refusals, setRefusals] = useState<ReadonlyMap<number, Refusal>>(new Map());
  const [said, setSaid] = useState('');
  const changes = model.view?.changes ?? [];
  const { list, shown, newCount, release, listeners } = useHeldRows(changes);
  const undo = (numbers: number[]): void =>
    act(async () => {
      setSaid('');
      const { undone, refused } = await model.do('undo', numbers);
      setRefusals((before) => {
        const after = new Map(before);
        for (const number of numbers) after.delete(number);
        for (const refusal of refused) after.set(refusal.number, refusal);
        return after;
      });
      setSaid(resultWords(undone.length, refused.length));
    });
  const since = (number: number): number[] =>
    changes.filter((change) => change.state === 'done' && change.number >= number).map((one) => one.number);
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">What agents changed</h2>
      <p class="fine" role="status">
        {isBusy ? 'Undoing…' : said}
      </p>
      <Fault fault={fault} />
      {changes.length === 0 && (
        <p class="empty">Nothing yet. What agents add, edit, move or delete can be taken back from here.</p>
      )}
      {newCount > 0 && (
        <button type="button" class="text" onClick={release}>
          Show {newCount} new
        </button>
      )}
      <ol class="rows changes" ref={list} {...listeners}>
        {shown.map((change) => {
          const allSince = since(change.number);
          return (
            <ChangeRow
              key={change.number}
              change={change}
              refusal={refusals.get(change.number) ?? null}
              sinceCount={allSince.length}
              isBusy={isBusy}
              undo={() => undo([change.number])}
              undoSince={() => undo(allSince)}
            />
          );
        })}
      </ol>
    </section>
  );
}

function resultWords(undone: number, refused: number): string {
  const changes = (count: number): string => countOf(count, 'change', 'changes');
  const done = undone > 0 ? `${changes(undone)} undone.` : 'Nothing was undone.';
  return refused > 0 ? `${done} ${changes(refused)} could not be: see why below.` : done;
}
