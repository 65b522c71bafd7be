/**
 * Keeps the shard of a case on its server until the transaction ends. Citus does this for changes, but not for row
 * locks. If a shard moved after one of its rows was locked, the next change of the row would be lost at the former
 * place. The statement changes no row.
 */
export const holdShard = (id: string) => `update cases set version = version where id = ${id} and version is null`
