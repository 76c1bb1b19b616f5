import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { VERSION } from '../../bridge/version.ts';
import { canaryText } from '../../src/notebook/canary-text.ts';
import { SCRATCH_URL } from '../../src/wire/colab-site.ts';
import { CANARY_METHOD } from '../../src/wire/inspection.ts';

/** It tries some fifty things, and restarts a runtime; before, the user is asked. */
const PATIENCE_MS = 10 * 60_000;

const Row = z.object({
  operation: z.string(),
  strategy: z.string(),
  works: z.boolean().nullable(),
  milliseconds: z.number().nullable(),
  why: z.string().nullable(),
});
const Mismatch = z.object({
  kind: z.enum(['member', 'selector']),
  what: z.string(),
  found: z.string(),
  neededBy: z.array(z.string()),
});
const Answer = z.object({
  report: z
    .object({
      build: z.string().nullable(),
      mismatches: z.array(Mismatch),
      rows: z.array(Row),
      left: z.string().nullable(),
    })
    .optional(),
  failure: z.object({ message: z.string(), next: z.string() }).optional(),
});

/** What of Cellwire works with this page, tried in a scratch notebook of its own; or why that could not be tried. */
export async function canaryReport(client: Client, url: string = SCRATCH_URL): Promise<string> {
  const attached = await client.callTool(
    { name: 'attach_notebook', arguments: { notebook: url } },
    { timeout: PATIENCE_MS },
  );
  if (attached.isError) return `The canary was not tried. ${JSON.stringify(attached.content)}`;
  const asked = { method: CANARY_METHOD, params: {} };
  const { report, failure } = await client.request(asked, Answer, { timeout: PATIENCE_MS });
  return report
    ? canaryText(report, VERSION)
    : `The canary was not tried. ${failure?.message ?? ''} ${failure?.next ?? ''}`;
}
