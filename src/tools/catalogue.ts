import type { Tool } from './tool.ts';

/** Every tool of the extension. The bridge lists the same, connected or not. */
export const tools: readonly Tool[] = [];
