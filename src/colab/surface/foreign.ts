/**
 * Guarded access to objects we do not own. Colab's objects are closed source and change without
 * notice: a member may be missing, of another type, or a getter that throws, and none of these may
 * take us down. So every member is `unknown` until it has been looked at.
 */
export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** A member's value; undefined when it is missing or its getter throws. */
export function peek<T extends object>(target: T | null | undefined, name: keyof T): unknown {
  try {
    return target?.[name];
  } catch {
    return undefined;
  }
}

/** A member that must be an object to be of use. */
export function peekObject<T extends object>(target: T | null | undefined, name: keyof T): object | null {
  const value = peek(target, name);
  return isObject(value) ? value : null;
}

export function can<T extends object>(target: T | null | undefined, method: keyof T): boolean {
  return typeof peek(target, method) === 'function';
}

/** Calls a method for its answer; undefined when it is missing or throws. */
export function ask<T extends object>(
  target: T | null | undefined,
  method: keyof T,
  ...args: unknown[]
): unknown {
  try {
    return target ? act(target, method, ...args) : undefined;
  } catch {
    return undefined;
  }
}

/** Calls a method for its effect; what it throws is the caller's to see. */
export function act<T extends object>(target: T, method: keyof T, ...args: unknown[]): unknown {
  const callable = peek(target, method);
  if (typeof callable !== 'function') throw new Error(`there is no ${String(method)}()`);
  return Reflect.apply(callable, target, args);
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The first answer that is a text with something in it. */
export function firstText(...values: unknown[]): string | undefined {
  for (const value of values) if (typeof value === 'string' && value !== '') return value;
  return undefined;
}
