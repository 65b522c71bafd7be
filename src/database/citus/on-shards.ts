/**
 * Runs a statement on every shard of a distributed table, each in a transaction of its server. It returns a number, and this
 * returns the largest one as `removed`. If a server reports an error instead, it fails with the text of the error.
 */
export function onShards(table: string, statementOf: (shard: string) => string): string {
  return `
select max(result::int) as removed from run_command_on_shards('${table}', $command$${statementOf('%1$s')}$command$)`
}
