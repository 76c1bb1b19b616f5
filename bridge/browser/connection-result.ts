import { z } from '../../src/tools/tool.ts';

/** Of one that the user has shut nothing is told but that. */
export const listedNotebook = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  url: z.string().optional(),
  isCurrent: z.boolean().optional(),
});

/** What is said of an attempt to connect. */
export const connectionResult = z.object({
  connected: z.boolean(),
  notebook: listedNotebook.optional(),
  notebooks: z.array(listedNotebook).optional(),
  /** The link for the user, where no browser could be opened. */
  url: z.string().optional(),
  message: z.string(),
});
