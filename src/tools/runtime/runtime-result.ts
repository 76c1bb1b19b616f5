import { z } from '../tool.ts';

/** How the runtime stands. */
export const runtimeResult = z.object({ state: z.string() });

/** What has become of the runtime, and what went with the one before. */
export const changedRuntimeResult = z.object({
  runtime: runtimeResult,
  lost: z.object({ runAgain: z.array(z.string()) }).optional(),
});
