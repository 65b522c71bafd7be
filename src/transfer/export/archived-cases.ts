/** The condition that a case `c` is closed and has not changed since a time ($1). */
export const isClosedBefore = `c.status in (select name from case_statuses where closed) and c.updated_at < $1::timestamptz`

/** Ends a query for the cases to archive: those that have not changed for longest first, at most $2. */
export const archivedCases = `where ${isClosedBefore} order by c.updated_at, c.id limit $2::bigint`
