/** The number in the ID of a person. Undefined if it is no such ID. */
export function personIdOf(id: string): number | undefined {
  const number = Number(/^person:([1-9]\d{0,15})$/.exec(id)?.[1])
  return Number.isSafeInteger(number) ? number : undefined
}
