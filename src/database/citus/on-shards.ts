/**
 * Returns a query that runs a statement on every shard of a distributed table, each in its own transaction on the
 * shard's server. The statement must return a number. The query returns the largest one as `removed`. If a server
 * reports an error, the query fails with the text of the error.
 */
export function onShards(table: string, statementOf: (shard: string) => string): string {
  return `
select max(result::int) as removed from run_command_on_shards('${table}', $command$${statementOf('%1$s')}$command$)`
}
