/**
 * The time of a new case in SQL. It has no fraction of a millisecond, like every time that the API returns, so that
 * clients can pass it back in filters and as `asOf`.
 */
const creationTime = `date_trunc('milliseconds', statement_timestamp())`

/**
 * The time of a change to a case in SQL. It is later than that of the previous change, so that each version has a time of
 * its own, even if the clock is set back a little. A case that was imported with a time in the future is left out.
 */
export function changeTime(cases: string): string {
  return `date_trunc('milliseconds', greatest(statement_timestamp(), case
      when ${cases}.updated_at < statement_timestamp() + interval '1 second'
      then ${cases}.updated_at + interval '1 millisecond' end))`
}

// If the deadlines of a case follow from the time, it was taken when the case was loaded.
export const timeOfCreation = `coalesce(sent.decided_at, ${creationTime})`
export const timeOfWrite = `coalesce(sent.decided_at, ${changeTime('c')})`
