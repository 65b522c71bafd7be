/** How many elements PostgreSQL expects in an array that it does not know. */
const expectedLength = 10

/**
 * An array parameter, filled up to ten elements. With fewer, a plan for these values looks cheaper than the prepared one,
 * and PostgreSQL plans the statement for each execution, which takes longer than the execution.
 *
 * The filler must not add rows: null in an array of keys that are joined, or one of the IDs in `id = any(…)`.
 */
export function arrayParameter<Element, Filler>(
  elements: readonly Element[],
  filler: Filler,
): readonly (Element | Filler)[] {
  if (elements.length >= expectedLength) return elements
  return [...elements, ...Array.from({ length: expectedLength - elements.length }, () => filler)]
}
