import type { ComponentChildren, JSX } from 'preact';
import { Command } from './command.tsx';
import { PinPicture } from './pictures/pin-picture.tsx';
import { SayPicture } from './pictures/say-picture.tsx';
import { ServerPicture } from './pictures/server-picture.tsx';
import { WatchPicture } from './pictures/watch-picture.tsx';

interface StepsProps {
  isPinned: boolean;
  /** Whether a server was ever there. */
  hasMet: boolean;
}

/** What to do, in four pictures. */
export function Steps({ isPinned, hasMet }: StepsProps): JSX.Element {
  return (
    <ol class="steps">
      <Step number={1} title="Pin the icon" isDone={isPinned} picture={<PinPicture />}>
        <p>
          Press the puzzle piece beside the address, then the pin beside Cellwire. The icon shows when an
          agent is at work.
        </p>
      </Step>
      <Step number={2} title="Set up your agent" isDone={hasMet} picture={<ServerPicture />}>
        <p>
          One command adds the server to Claude Code, Codex, Gemini CLI, Cursor and others. In a terminal:
        </p>
        <Command text="npx cellwire setup" />
      </Step>
      <Step number={3} title="Say “Connect to Colab”" isDone={hasMet} picture={<SayPicture />}>
        <p>
          To your agent. A scratch notebook opens and connects by itself; a notebook of yours asks you first.
        </p>
      </Step>
      <Step number={4} title="Watch" isDone={false} picture={<WatchPicture />}>
        <p>
          Cells appear and run before your eyes. Type whenever you like; Pause and Stop are in the notebook’s
          corner.
        </p>
      </Step>
    </ol>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  picture: JSX.Element;
  children: ComponentChildren;
}

function Step({ number, title, isDone, picture, children }: StepProps): JSX.Element {
  return (
    <li class={isDone ? 'step done' : 'step'}>
      {picture}
      <h3>
        <span class="number" aria-hidden="true">
          {isDone ? '✓' : number}
        </span>
        {title}
        {isDone && <span class="hidden"> (done)</span>}
      </h3>
      {children}
    </li>
  );
}
