import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { EntryDetails as Details, JournalEntry } from '../../../journal/journal.ts';
import { faultOf } from '../../shared/tell.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { dayAndTime } from '../model/number-words.ts';
import type { PanelModel } from '../model/panel-model.ts';
import { QuotedText } from './quoted-text.tsx';

type Fetched = Details | 'fetching' | 'not-kept' | { fault: string };

/** What a call was asked, and the head of what it gave: fetched when somebody looks, and again when it has ended. */
export function CallDetails({ entry, model }: { entry: JournalEntry; model: PanelModel }): JSX.Element {
  const { number, outcome, name, subject, startedAt, error } = entry;
  const [fetched, setFetched] = useState<Fetched>('fetching');
  useEffect(() => {
    let isWanted = true;
    const show = (what: Fetched): void => {
      if (isWanted) setFetched(what);
    };
    model.do('details', number).then(
      (details) => show(details ?? 'not-kept'),
      (thrown: unknown) => show({ fault: faultOf(thrown) }),
    );
    return () => {
      isWanted = false;
    };
  }, [number, outcome]);
  return (
    <>
      <p class="fine">
        #{number} · {visibleText(name)} · {dayAndTime(startedAt)}
        {subject !== null && <> · {visibleText(subject)}</>}
      </p>
      {error !== null && (
        <QuotedText label="Why it failed" kind="error">
          {visibleText(error)}
        </QuotedText>
      )}
      <Body fetched={fetched} isRunning={outcome === 'running'} />
    </>
  );
}

function Body({ fetched, isRunning }: { fetched: Fetched; isRunning: boolean }): JSX.Element {
  if (fetched === 'fetching') return <p class="fine">Fetching…</p>;
  if (fetched === 'not-kept')
    return <p class="fine">Arguments and result are kept for the latest calls only, not for this one.</p>;
  if ('fault' in fetched) return <p class="fault">{fetched.fault}</p>;
  return (
    <>
      <Text label="Asked" text={fetched.args} none="no arguments" />
      <Text label="Gave" text={fetched.result} none={isRunning ? 'not ended yet' : 'nothing'} />
    </>
  );
}

function Text({ label, text, none }: { label: string; text: string; none: string }): JSX.Element {
  if (text === '' || text === '{}')
    return (
      <p class="fine">
        {label}: {none}
      </p>
    );
  return (
    <figure>
      <figcaption class="fine">{label}</figcaption>
      <QuotedText label={label}>{visibleText(readable(text))}</QuotedText>
    </figure>
  );
}

/** JSON with lines, where it was not cut. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
