import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { VERSION } from '../../bridge/version.ts';
import { canaryText } from '../../src/notebook/canary-text.ts';
import { SCRATCH_URL } from '../../src/wire/colab-site.ts';
import { CANARY_METHOD } from '../../src/wire/inspection.ts';

/** Without a word from the page. It asks the user first, and then tries some fifty things. */
const PATIENCE_MS = 10 * 60_000;

const Row = z.object({
  operation: z.string(),
  strategy: z.string(),
  works: z.boolean().nullable(),
  isBlocked: z.boolean().optional(),
  milliseconds: z.number().nullable(),
  why: z.string().nullable(),
});
const Mismatch = z.object({
  kind: z.enum(['member', 'selector']),
  what: z.string(),
  found: z.string(),
  neededBy: z.array(z.string()),
});
const Attached = z.looseObject({
  connected: z.boolean().optional(),
  message: z.string().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
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
export async function canaryReport(
  client: Client,
  { say, signal, only }: { say: (line: string) => void; signal?: AbortSignal; only?: string[] },
): Promise<string> {
  const options = {
    timeout: PATIENCE_MS,
    resetTimeoutOnProgress: true,
    onprogress: ({ message }: { message?: string | undefined }) => say(`  · ${message ?? ''}`),
    ...(signal && { signal }),
  };
  const call = { name: 'attach_notebook', arguments: { notebook: SCRATCH_URL } };
  const { structuredContent } = await client.callTool(call, options);
  const { connected, message, error } = Attached.parse(structuredContent);
  if (!connected) return `The canary was not tried. ${error ? error.message : (message ?? '')}`;
  const asked = { method: CANARY_METHOD, params: { ...(only && { only }) } };
  const { report, failure } = await client.request(asked, Answer, options);
  return report
    ? canaryText(report, VERSION)
    : `The canary was not tried. ${failure?.message ?? ''} ${failure?.next ?? ''}`;
}
