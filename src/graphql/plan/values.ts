export type Values = Record<string, unknown>

/** Like objects without a prototype, these inherit nothing. Unlike them, they are not stored as hash tables. */
export function bareClass(): new () => Values {
  const Bare = function () {}
  Bare.prototype = Object.create(null)
  return Bare as unknown as new () => Values
}

const Bare = bareClass()
export const noArguments: Values = Object.freeze(new Bare())

/** A copy that a resolver may change. */
export function copyOf(values: Values): Values {
  const copy = new Bare()
  for (const name in values) copy[name] = values[name]
  return copy
}

/** Whether a shallow copy is a full copy. */
export function isFlat(values: Values): boolean {
  return Object.values(values).every((value) => typeof value !== 'object' || value === null)
}
