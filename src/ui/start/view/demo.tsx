import type { JSX } from 'preact';
import { Command } from './command.tsx';

/** For those who would rather see it first. */
export function Demo(): JSX.Element {
  return (
    <aside class="demo" aria-labelledby="demo-title">
      <div>
        <h3 id="demo-title">No agent at hand? See it first.</h3>
        <p>
          An example agent writes and runs a notebook in the playground: a local notebook with Colab’s surface
          and a real Python, in a window of its own. No Google account is needed.
        </p>
      </div>
      <Command text="npx cellwire demo" />
    </aside>
  );
}
