/**
 * Adds members with their getters alive; a spread would read each getter once and keep the answer.
 */
export function extend<Base extends object, More extends object>(base: Base, more: More): Base & More;
export function extend(base: object, more: object): object {
  return Object.defineProperties(base, Object.getOwnPropertyDescriptors(more));
}
