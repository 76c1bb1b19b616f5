import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JournalEntry } from '../../../journal/journal.ts';
import { AgentName } from '../../shared/agent-name.tsx';
import { durationOf, isError, outcomeWord, sentenceOf } from '../../shared/call-words.ts';
import { timeOfDay } from '../model/number-words.ts';
import type { PanelModel } from '../model/panel-model.ts';
import { CallDetails } from './call-details.tsx';

interface RowProps {
  entry: JournalEntry;
  model: PanelModel;
  top: number;
  /** Its place and how many there are: most of them are not elements. */
  place: number;
  count: number;
  isOpen: boolean;
  /** Tab leads to it. */
  isCurrent: boolean;
  toggle: (number: number) => void;
  /** How high its details are. */
  measured: (px: number) => void;
}

/** One call as a sentence; what it was asked and what it gave folds out. */
export function TimelineRow(props: RowProps): JSX.Element {
  const { entry, model, top, place, count, isOpen, isCurrent, toggle, measured } = props;
  const { agent, number, outcome } = entry;
  const { who, deed } = sentenceOf(entry, model.placeOf);
  const tone = isError(entry) ? 'trouble' : outcome === 'running' ? 'working' : 'done';
  const facts = [timeOfDay(entry.startedAt), durationOf(entry), outcomeWord(entry)].filter(Boolean);
  return (
    <li style={{ top: `${top}px` }} aria-posinset={place} aria-setsize={count} class={tone}>
      <button
        type="button"
        class="row"
        data-number={number}
        tabIndex={isCurrent ? 0 : -1}
        aria-expanded={isOpen}
        onClick={() => toggle(number)}
      >
        <span class="line">
          <AgentName name={who} colour={agent?.colour ?? null} /> <bdi>{deed}</bdi>
        </span>
        <span class="facts">{facts.join(' · ')}</span>
      </button>
      {isOpen && (
        <Measured measured={measured}>
          <CallDetails entry={entry} model={model} />
        </Measured>
      )}
    </li>
  );
}

function Measured(props: { measured: (px: number) => void; children: JSX.Element }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const tell = useRef(props.measured);
  tell.current = props.measured;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void => tell.current(element.offsetHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return (
    <div class="details" ref={box}>
      {props.children}
    </div>
  );
}
