import type { JSX } from 'preact';
import { useLayoutEffect, useReducer } from 'preact/hooks';
import { bridgeLine } from '../model/bridge-line.ts';
import type { StartModel } from '../model/start-model.ts';
import { DefaultRules } from './default-rules.tsx';
import { Demo } from './demo.tsx';
import { Diagnosis } from './diagnosis.tsx';
import { Steps } from './steps.tsx';

/** The first steps, the options and the diagnosis, on one page. */
export function App({ model }: { model: StartModel }): JSX.Element {
  const [, again] = useReducer((count: number) => count + 1, 0);
  // At once, not after the next frame: what is told before would not be shown.
  useLayoutEffect(() => model.onChange(() => again(undefined)), [model]);
  const { facts, pushed, verdicts } = model;
  const { tone, words } = bridgeLine(pushed);
  return (
    <>
      <header>
        <img src="../icons/128.png" width="40" height="40" alt="" />
        <h1>Cellwire</h1>
        <nav aria-label="On this page">
          <a href="#steps">First steps</a>
          <a href="#options">Options</a>
          <a href="#diagnosis">Diagnosis</a>
        </nav>
      </header>
      <main>
        <section id="steps" aria-labelledby="steps-title">
          <h2 id="steps-title">Your agent works in your Colab notebook. You watch.</h2>
          <div class="state">
            <span class={`dot ${tone}`} />
            <p id="state" role="status" dir="auto">
              {words}
            </p>
          </div>
          <Steps isPinned={facts?.isPinned ?? false} hasMet={pushed.lastMet !== null} />
          <Demo />
        </section>
        <section id="options" aria-labelledby="options-title">
          <h2 id="options-title">Options</h2>
          {verdicts && <DefaultRules verdicts={verdicts} />}
        </section>
        <section id="diagnosis" aria-labelledby="diagnosis-title">
          <h2 id="diagnosis-title">Diagnosis</h2>
          {facts ? <Diagnosis facts={facts} /> : <p class="fine">Looking…</p>}
        </section>
      </main>
    </>
  );
}
