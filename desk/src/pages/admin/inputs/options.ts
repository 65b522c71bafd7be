/** A value that can be chosen, and its name. */
export interface Option {
  value: string
  label: string
}

/** The options for values that have names. */
export function optionsOf(names: Record<string, string>): Option[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}

/** The options for names that stand for themselves. */
export function namedOptions(names: readonly string[]): Option[] {
  return names.map((name) => ({ value: name, label: name }))
}

interface Coded {
  code: string
  name: string
  active?: boolean
}

/** The active items that a code identifies. */
export function activeOptions(items: readonly Coded[]): Option[] {
  return codeOptions(items.filter(({ active }) => active))
}

/** The items that a code identifies, also those that are not active. */
export function codeOptions(items: readonly Coded[]): Option[] {
  return items.map(({ code, name, active = true }) => ({ value: code, label: active ? name : `${name} (inactive)` }))
}
