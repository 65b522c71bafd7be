/**
 * The persons with these IDs who are not erased, in SQL. Locks them until the transaction ends, so that an erasure waits. If an erasure
 * is running, this waits for it. So what a transaction writes about a person is either seen by the erasure, or not written.
 */
export const unerasedPersons = (ids: string) =>
  `select id from persons where id = any(${ids}) and erased_at is null order by id for key share`
