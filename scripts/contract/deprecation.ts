/** How a deprecation in the schema has to end, so that everybody knows how long there is time. */
const ending = /\bIt goes on (\d{4}-\d{2}-\d{2})\.$/

/** The day on which what is deprecated for this reason may go; undefined where the reason does not end with one. */
export function goesOn(reason: string | null | undefined): string | undefined {
  const day = ending.exec(reason ?? '')?.[1]
  return day !== undefined && isDay(day) ? day : undefined
}

/** 2027-02-30 is none. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
