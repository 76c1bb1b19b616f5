import { createQueue } from './queue.ts';

/**
 * What happens to tabs and links is dealt with in the order in which it happened. Each takes several steps; between
 * those of another it would undo what came after it: a tab that went on and back would be taken for one that went on.
 */
export const inOrder = createQueue();
