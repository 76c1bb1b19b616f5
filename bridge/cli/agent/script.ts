import { z } from 'zod';
import { isRecord } from '../../../src/wire/json.ts';
import { PlanFailed } from './planner.ts';

const Step = z.strictObject({
  /** What a watcher is told. */
  say: z.string().optional(),
  call: z.string().optional(),
  arguments: z.record(z.string(), z.unknown()).optional(),
  /** The name by which later steps refer to the result. */
  as: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'a name of letters, digits and _')
    .optional(),
  /** Skipped unless all these values are so. */
  when: z.array(z.strictObject({ value: z.unknown(), is: z.unknown() })).optional(),
  /** What the result must have; by default, it must be no failure. */
  expect: z.record(z.string(), z.unknown()).optional(),
});
export type ScriptStep = z.output<typeof Step>;

const Script = z.strictObject({ goal: z.string().min(1), steps: z.array(Step).min(1) });
export type AgentScript = z.output<typeof Script>;

const REFERENCE = /\$\{([A-Za-z_]\w*)((?:\.[\w-]+)*)\}/g;

/** Checks a script as a whole, before any of it is done: `source` is how the user names it. */
export function readScript(value: unknown, source: string): AgentScript {
  const read = Script.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new PlanFailed(
      `${source} is no script: ${issue?.path.join('.')}: ${issue?.message}. See docs/agent.md.`,
    );
  }
  const known = new Set<string>();
  for (const [at, step] of read.data.steps.entries()) {
    const where = `${source}, step ${at + 1}`;
    if (step.call === undefined && (step.arguments ?? step.as ?? step.expect) !== undefined) {
      throw new PlanFailed(`${where}: it has no "call".`);
    }
    const unknown = namesIn([step.say, step.arguments, step.when]).find((name) => !known.has(name));
    if (unknown !== undefined)
      throw new PlanFailed(`${where}: no step before it is called "${unknown}" ("as").`);
    if (step.as !== undefined) known.add(step.as);
  }
  return read.data;
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(REFERENCE)].map(([, name = '']) => name);
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isRecord(value) ? Object.values(value).flatMap(namesIn) : [];
}

/**
 * The value with what earlier results hold in place of `${name.path}`. A text that is nothing but a reference becomes the
 * value itself, of whatever kind; `{"lines": […]}` becomes one text, because JSON has no texts of several lines.
 */
export function resolved(value: unknown, results: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return resolvedText(value, results);
  if (Array.isArray(value)) return value.map((item) => resolved(item, results));
  if (!isRecord(value)) return value;
  const { lines, ...others } = value;
  if (Array.isArray(lines) && Object.keys(others).length === 0) {
    return lines.map((line) => String(resolved(line, results))).join('\n');
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, results)]));
}

function resolvedText(text: string, results: ReadonlyMap<string, unknown>): unknown {
  const [whole] = text.matchAll(REFERENCE);
  if (whole?.[0] === text) return lookUp(text, whole[1] ?? '', whole[2] ?? '', results);
  return text.replace(REFERENCE, (reference, name: string, path: string) => {
    const found = lookUp(reference, name, path, results);
    // Outputs end with a newline, which is none of the sentence they are put into.
    return typeof found === 'string' ? found.trim() : JSON.stringify(found);
  });
}

function lookUp(
  reference: string,
  name: string,
  path: string,
  results: ReadonlyMap<string, unknown>,
): unknown {
  let found = results.get(name);
  for (const key of path.split('.').slice(1)) {
    const within: unknown = found;
    found = undefined;
    if (Array.isArray(within)) found = within[Number(key)];
    else if (isRecord(within) && Object.hasOwn(within, key)) found = within[key];
  }
  if (found === undefined)
    throw new PlanFailed(`The script refers to ${reference}, and there is no such result.`);
  return found;
}
