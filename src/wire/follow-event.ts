/**
 * Dispatched at a cell before the page is scrolled to it because the user follows the agents: the page agent, which
 * keeps the user's view as it is while agents work, lets that scrolling be. It carries nothing; a page that dispatches
 * it moves its own view.
 */
export const FOLLOW_EVENT = 'cellwire-follow';
