export type ToFrame = { type: 'playground-show'; mime: string; content: string };

export type FromFrame = { type: 'playground-frame-ready' } | { type: 'playground-height'; height: number };
