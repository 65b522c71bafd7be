/**
 * The time of a new case in SQL. It has no fraction of a millisecond, like every time that the API returns, so that
 * clients can pass it back in filters and as `asOf`.
 */
export const creationTime = `date_trunc('milliseconds', statement_timestamp())`

/**
 * The time of a change to a case in SQL. It is later than that of the previous change, so that each version has a time of
 * its own, even if the clock is set back a little. A case that was imported with a time in the future is left out.
 * `sent` has the columns of `changeTimeColumns`. The times are without zone, because a distributed database changes rows
 * only with functions that do not depend on settings.
 */
export function changeTime(cases: string, sent: string): string {
  const last = `${cases}.updated_at at time zone 'UTC'`
  return `date_trunc('milliseconds', greatest(${sent}.now,
      case when ${last} < ${sent}.soon then ${last} end + interval '1 millisecond')) at time zone 'UTC'`
}

const now = `statement_timestamp() at time zone 'UTC'`
export const changeTimeColumns = `${now} as now, ${now} + interval '1 second' as soon`
