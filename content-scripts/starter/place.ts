import type { NotebookPlace } from '../../src/wire/messages.ts';
import { placeAt, samePlace } from '../../src/wire/notebook-place.ts';

/** Where this tab is. */
export const place = (): NotebookPlace => placeAt(location);

export const isShown = (other: NotebookPlace): boolean => samePlace(other, place());
