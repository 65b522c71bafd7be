/**
 * Keeps the shard of a case on its server until the transaction ends. Citus does so for changes, but not for locked rows: if a
 * shard moves after a row of it was locked, the next change of the row gets lost at the former place. Changes no row.
 */
export const holdShard = (id: string) => `update cases set version = version where id = ${id} and version is null`
