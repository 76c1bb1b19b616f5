import { Failure } from '../notebook/failure.ts';
import type { ToolResult } from '../tools/tool.ts';

/** Takes out of data what the agent must not see. */
export type Scrub = (data: Record<string, unknown>) => Record<string, unknown>;

/** Does the work of a tool; neither its result nor its failure says what must not be said. */
export async function scrubbing(work: () => Promise<ToolResult>, scrub?: Scrub): Promise<ToolResult> {
  if (!scrub) return work();
  const result = await work().catch((thrown: unknown) => {
    throw scrubFailure(Failure.from(thrown), scrub);
  });
  for (const { uri, blob } of result.files ?? []) {
    // A file that is not what it was helps nobody.
    if (scrub({ blob }).blob !== blob) throw holdsSecret(uri);
  }
  return { ...result, data: scrub(result.data) };
}

export function scrubFailure(failure: Failure, scrub?: Scrub): Failure {
  if (!scrub) return failure;
  const { message, next } = scrub({ message: failure.message, next: failure.next });
  return new Failure(failure.kind, String(message), String(next));
}

const holdsSecret = (uri: string): Failure =>
  new Failure(
    'denied',
    `${uri} holds the value of a secret that is in use, so it was not handed out.`,
    'Do not try another way. Ask the user what to do instead.',
  );
