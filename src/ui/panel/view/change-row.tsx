import type { JSX } from 'preact';
import type { ChangeView } from '../../../wire/notebook-view.ts';
import { AgentName } from '../../shared/agent-name.tsx';
import { visibleText } from '../../shared/visible-text.ts';
import { timeOfDay } from '../model/number-words.ts';
import type { Refusal } from './changes-pane.tsx';
import { DiffView } from './diff-view.tsx';

interface ChangeProps {
  change: ChangeView;
  /** Why it could not be undone. */
  refusal: Refusal | null;
  /** How many there are to undo from this one on. */
  sinceCount: number;
  isBusy: boolean;
  undo: () => void;
  undoSince: () => void;
}

export function ChangeRow(props: ChangeProps): JSX.Element {
  const { change, refusal, sinceCount, isBusy, undo, undoSince } = props;
  const { agent, sentence, at, state } = change;
  const isDone = state === 'done';
  const words = visibleText(sentence);
  return (
    <li class={isDone ? '' : 'undone'} tabIndex={-1}>
      <div class="grow">
        <div class="line">
          <AgentName name={agent.name} colour={agent.colour} /> <bdi>{words}</bdi>
        </div>
        <div class="fine">
          {timeOfDay(at)}
          {!isDone && ' · undone'}
        </div>
        {isDone && (
          <div class="acts">
            <button type="button" aria-disabled={isBusy} aria-label={`Undo: ${words}`} onClick={undo}>
              Undo
            </button>
            {sinceCount > 1 && (
              <button
                type="button"
                class="text"
                aria-disabled={isBusy}
                aria-label={`Undo all since here, ${sinceCount} changes: ${words}`}
                onClick={undoSince}
              >
                Undo all since here ({sinceCount})
              </button>
            )}
          </div>
        )}
        {refusal && isDone && (
          <div class="note" role="alert">
            <p>{visibleText(refusal.reason)}</p>
            {refusal.expected !== undefined && refusal.found !== undefined && (
              <>
                <p class="fine">What the agent left, and what is there now:</p>
                <DiffView before={refusal.expected} after={refusal.found} label="Difference" />
              </>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
