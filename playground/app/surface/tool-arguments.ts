type FieldKind = 'string' | 'index' | 'boolean' | 'language';

export interface Field {
  kind: FieldKind;
  required?: boolean;
}

const LANGUAGES = ['python', 'r', 'julia'];

/** Checks arguments as Colab's own tools do, down to the wording that clients have seen. */
export class ToolArguments {
  readonly #values: Record<string, unknown>;

  constructor(tool: string, fields: Record<string, Field>, args: unknown) {
    this.#values = typeof args === 'object' && args !== null ? { ...args } : {};
    const problems = Object.entries(fields).flatMap(([name, field]) => {
      const value = this.#values[name];
      const problem = complaint(field, value);
      return problem ? [`${name} ${problem} (received ${show(value)})`] : [];
    });
    const unknown = Object.keys(this.#values).filter((name) => !Object.hasOwn(fields, name));
    if (unknown.length > 0) problems.push(`Unrecognized key(s) in object: '${unknown.join("', '")}'`);
    if (problems.length > 0) throw new Error(`Invalid arguments for ${tool}: ${problems.join('; ')}`);
  }

  text(name: string): string {
    return String(this.#values[name]);
  }

  index(name: string, otherwise = 0): number {
    const value = this.#values[name];
    return typeof value === 'number' ? value : otherwise;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }
}

function complaint({ kind, required }: Field, value: unknown): string | null {
  if (value === undefined) return required ? 'Required' : null;
  if (kind === 'index') return indexComplaint(value);
  if (kind === 'boolean')
    return typeof value === 'boolean' ? null : `Expected boolean, received ${typeof value}`;
  if (typeof value !== 'string') return `Expected string, received ${typeof value}`;
  if (kind === 'language' && !LANGUAGES.includes(value)) {
    return `Invalid enum value. Expected '${LANGUAGES.join("' | '")}'`;
  }
  return null;
}

function indexComplaint(value: unknown): string | null {
  if (typeof value !== 'number') return `Expected number, received ${typeof value}`;
  if (!Number.isInteger(value)) return 'Expected integer, received float';
  return value < 0 ? 'Number must be greater than or equal to 0' : null;
}

function show(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/** The JSON schema that goes with a set of fields. */
export function schemaOf(fields: Record<string, Field>): Record<string, unknown> {
  const kinds: Record<FieldKind, Record<string, unknown>> = {
    string: { type: 'string' },
    index: { type: 'integer', minimum: 0 },
    boolean: { type: 'boolean' },
    language: { type: 'string', enum: LANGUAGES },
  };
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, kinds[field.kind]])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    $schema: 'http://json-schema.org/draft-07/schema#',
  };
}
