import type { ComponentChild } from 'preact';
import { h } from 'preact';
import { shortcutWords } from '../shared/shortcut.ts';
import { Announcement, Clock } from './live-text.ts';
import { AgentName, Icon, nameOf, ofAgent, whenPressed } from './parts.ts';
import type { Work } from './work.ts';

export interface PillState {
  works: Work[];
  isPaused: boolean;
  follows: boolean;
  proposals: number;
  isCollapsed: boolean;
  /** What was asked for and is not done yet. */
  pending: 'pause' | 'stop' | null;
  /** What could not be done. */
  notice: string | null;
}

export interface PillActs {
  togglePause(): void;
  stop(): void;
  toggleFollow(): void;
  openPanel(): void;
  collapse(isCollapsed: boolean): void;
  nextProposal(): void;
}

/** More agents than this are counted, not listed. */
const MOST_LINES = 2;

/** Who is connected, what it does now, and the ways to stop it. */
export function Pill({ state, acts }: { state: PillState; acts: PillActs }): ComponentChild {
  const spoken = h(Announcement, { text: state.notice ?? spokenWords(state) });
  if (state.isCollapsed) {
    const label = `Cellwire: ${spokenWords(state)}. Show the controls`;
    return h(
      'div',
      { class: 'pill-place' },
      h(
        'button',
        {
          type: 'button',
          class: 'dot-button',
          'aria-label': label,
          title: label,
          onClick: whenPressed(() => acts.collapse(false)),
        },
        state.works.slice(0, 3).map(({ agent }) => h('span', { key: agent.id, ...ofAgent(agent, 'dot') })),
        state.proposals > 0 ? h('span', { class: 'count', 'aria-hidden': 'true' }, state.proposals) : null,
      ),
      spoken,
    );
  }
  return h(
    'div',
    { class: 'pill-place' },
    h(
      'section',
      { class: `pill${state.isPaused ? ' is-paused' : ''}`, 'aria-label': 'Cellwire' },
      h('div', { class: 'lines' }, ...linesOf(state.works)),
      h(Controls, { state, acts }),
      state.notice === null ? null : h('p', { class: 'notice' }, state.notice),
    ),
    spoken,
  );
}

function linesOf(works: Work[]): ComponentChild[] {
  if (works.length <= MOST_LINES) return works.map((work) => h(Line, { key: work.agent.id, work }));
  const busy = works.filter(({ isIdle }) => !isIdle);
  const dots = works.map(({ agent }) => h('span', { key: agent.id, ...ofAgent(agent, 'dot') }));
  const heading = h(
    'p',
    { class: 'line', key: 'all' },
    h('span', { class: 'dots' }, dots.slice(0, 5)),
    h('span', { class: 'name' }, `${works.length} agents`),
    busy.length === 0 ? h('span', { class: 'work' }, 'connected') : null,
  );
  const shown = busy.slice(0, MOST_LINES).map((work) => h(Line, { key: work.agent.id, work }));
  const others = busy.length - shown.length;
  const more = others > 0 ? [h('p', { class: 'line work', key: 'more' }, `and ${others} more at work`)] : [];
  return [heading, ...shown, ...more];
}

const Line = ({ work: { agent, words, since } }: { work: Work }): ComponentChild =>
  h(
    'p',
    ofAgent(agent, 'line'),
    h('span', { class: 'dot' }),
    h(AgentName, { agent }),
    h('span', { class: 'work' }, words, since === null ? null : h(Clock, { since })),
  );

function Controls({ state, acts }: { state: PillState; acts: PillActs }): ComponentChild {
  const { isPaused, follows, proposals, pending } = state;
  const pause = isPaused ? 'Resume' : 'Pause';
  const pauseHint = isPaused
    ? 'Let agents go on in this notebook'
    : 'Agents can do nothing in this notebook until you resume';
  return h(
    'div',
    { class: 'controls' },
    proposals === 0
      ? null
      : h(
          'button',
          {
            type: 'button',
            class: 'text-button',
            title: `Go to the next (${shortcutWords('a')})`,
            onClick: whenPressed(acts.nextProposal),
          },
          proposals === 1 ? '1 proposal' : `${proposals} proposals`,
        ),
    h(
      'button',
      {
        type: 'button',
        class: `text-button${isPaused ? ' strong' : ''}`,
        disabled: pending !== null,
        title: `${pauseHint} (${shortcutWords('p')})`,
        'aria-keyshortcuts': shortcutWords('p'),
        onClick: whenPressed(acts.togglePause),
      },
      h(Icon, { name: isPaused ? 'resume' : 'pause' }),
      h('span', { class: 'label' }, pause),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'text-button stop',
        disabled: pending === 'stop',
        title: `Interrupt what runs and disconnect all agents (${shortcutWords('s')})`,
        'aria-keyshortcuts': shortcutWords('s'),
        onClick: whenPressed(acts.stop),
      },
      h(Icon, { name: 'stop' }),
      h('span', { class: 'label' }, pending === 'stop' ? 'Stopping…' : 'Stop'),
    ),
    h(
      'span',
      { class: 'icons' },
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-pressed': follows ? 'true' : 'false',
          'aria-label': 'Follow',
          title: follows
            ? 'Following: the page scrolls to where the agent works. Press to stay where you are'
            : 'Follow: let the page scroll to where the agent works',
          onClick: whenPressed(acts.toggleFollow),
        },
        h(Icon, { name: 'follow' }),
      ),
      iconButton('panel', 'Open the side panel', acts.openPanel),
      iconButton('collapse', 'Collapse to a dot', () => acts.collapse(true)),
    ),
  );
}

const iconButton = (icon: 'panel' | 'collapse', label: string, act: () => void): ComponentChild =>
  h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onClick: whenPressed(act) },
    h(Icon, { name: icon }),
  );

function spokenWords({ works, isPaused }: PillState): string {
  const busy = works.filter(({ isIdle }) => !isIdle);
  const said = (busy.length > 0 ? busy : works)
    .slice(0, 3)
    .map(({ agent, words }) => `${nameOf(agent)}: ${words}`);
  return [...said, ...(isPaused ? ['agents are paused'] : [])].join('; ');
}
