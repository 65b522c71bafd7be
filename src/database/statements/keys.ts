/** The columns of the keys of a shared statement, with the types of their parameters, in the order of the parameters. */
export type KeyColumns = Readonly<Record<string, string>>

/** The parameters, which are arrays, as the keys `k`. `ordinal` is the number of a key, counted from 1. */
export function unnestedKeys(columns: KeyColumns): string {
  const parameters = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  return `unnest(${parameters.join(', ')}) with ordinality as k (${Object.keys(columns).join(', ')}, ordinal)`
}

/** How many elements PostgreSQL assumes in an array whose value is unknown. */
const expectedLength = 10

/**
 * An array parameter, padded to at least ten elements. With fewer, a custom plan looks cheaper than the generic one, so
 * PostgreSQL plans the statement at every execution, which takes longer than executing it.
 *
 * The filler must not add rows: null in an array of keys that are joined, or one of the IDs in `id = any(…)`.
 */
export function paddedArray<Element, Filler>(
  elements: readonly Element[],
  filler: Filler,
): readonly (Element | Filler)[] {
  if (elements.length >= expectedLength) return elements
  return [...elements, ...Array.from({ length: expectedLength - elements.length }, () => filler)]
}
