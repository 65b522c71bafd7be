/** Every deprecation reason in the schema must end with this sentence. */
const ending = /\bRemoval on (\d{4}-\d{2}-\d{2})\.$/

/** The removal date in a deprecation reason; undefined if the reason does not end with a valid one. */
export function removalDate(reason: string | null | undefined): string | undefined {
  const date = ending.exec(reason ?? '')?.[1]
  return date !== undefined && isDate(date) ? date : undefined
}

/** Rejects 2027-02-30, for example. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
