import type { ComponentChild, ComponentChildren } from 'preact';
import { h } from 'preact';
import type { Agent } from '../../agents/agent.ts';
import { colourProperties } from '../shared/agent-colours.ts';
import { shortText } from '../shared/shown-text.ts';

/** Names are cut where they come in; this is for the case that one is not. */
const NAME_CHARS = 60;

export const nameOf = ({ name }: Agent): string => shortText(name, NAME_CHARS);

/** A name is whatever an agent calls itself: its own direction of writing, and no more room than there is. */
export const AgentName = ({ agent }: { agent: Agent }): ComponentChild =>
  h('bdi', { class: 'name', title: nameOf(agent) }, nameOf(agent));

/** For the attributes of an element that is an agent's. */
export const ofAgent = (
  agent: Agent,
  className: string,
): { class: string; style: Record<string, string> } => ({
  class: `${className} of-agent`,
  style: colourProperties(agent.colour),
});

/** Paths on a grid of 20 by 20. */
const ICONS = {
  follow: 'M10 3v3M10 14v3M3 10h3M14 10h3M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  panel: 'M3.5 4.5h13v11h-13zM12 4.5v11',
  collapse: 'm5 8 5 5 5-5',
  pause: 'M7 5v10M13 5v10',
  resume: 'M7 4.8v10.4L15.2 10Z',
  stop: 'M6 6h8v8H6Z',
};

const SOLID = new Set<keyof typeof ICONS>(['resume', 'stop']);

export const Icon = ({ name }: { name: keyof typeof ICONS }): ComponentChild =>
  h(
    'svg',
    { class: 'icon', viewBox: '0 0 20 20', width: 18, height: 18, 'aria-hidden': 'true' },
    h('path', { d: ICONS[name], ...(SOLID.has(name) ? { fill: 'currentColor' } : {}) }),
  );

/** A click that a person made; one that a page forged does nothing. */
export const whenPressed =
  (act: () => void) =>
  (event: Event): void => {
    if (event.isTrusted) act();
  };

/** Where something long can be scrolled, by keys too. */
export const Scrollable = ({
  label,
  children,
}: {
  label: string;
  children?: ComponentChildren;
}): ComponentChild =>
  h('div', { class: 'scrollable', tabIndex: 0, role: 'group', 'aria-label': label }, children);

const ERROR_CHARS = 300;

export const whatWentWrong = (thrown: unknown): string =>
  shortText(thrown instanceof Error ? thrown.message : String(thrown), ERROR_CHARS);
