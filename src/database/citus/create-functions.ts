import type { Queryable } from '../statement.ts'
import { statement } from '../statement.ts'
import { type CitusFunction, declaredFunctions } from './citus-function.ts'
import { localCopies } from './local-copies.ts'

/**
 * The function that waits for transactions that are prepared on the server. If it exists, the database is distributed.
 */
const waiting = 'wait_for_prepared_transactions'

// If a server crashes before the commit, a transaction across servers remains prepared there until Citus commits it.
// Other servers may have acknowledged it. Its rows cannot be read, so only its locks show what it has written. A
// transaction that moves a shard writes pg_dist_placement. Until it is committed here, this server reads the shard at
// its former place, which lacks the changes that other servers have sent to the new place.
const waitForPrepared = `
create or replace function ${waiting}(shard_key bigint) returns void language plpgsql as $$
declare
  gives_up_at timestamptz := clock_timestamp() + interval '1 second';
begin
  while exists (
    select from pg_locks l
    left join pg_dist_shard s on l.relation = to_regclass(format('%s_%s', s.logicalrelid, s.shardid))
    where l.pid is null and l.mode = 'RowExclusiveLock'
      and (l.relation = 'pg_dist_placement'::regclass
        or s.shardid is not null and s.shardminvalue is null
        or s.logicalrelid = 'cases'::regclass and s.shardid = get_shard_id_for_distribution_column('cases', shard_key))
  ) loop
    if clock_timestamp() > gives_up_at then
      raise exception 'A transaction is prepared, and not committed yet.' using errcode = 'cannot_connect_now';
    end if;
    perform pg_sleep(0.005);
  end loop;
end
$$`

const existing = statement(
  'select proname::text as name from pg_proc where pronamespace = current_schema()::regnamespace',
  {
    name: 'text',
  },
)

/** The declared functions that do not exist in the database. */
export async function missingFunctions(database: Queryable): Promise<CitusFunction[]> {
  const names = new Set((await database.run(existing)).map(({ name }) => name))
  return declaredFunctions().filter(({ name }) => !names.has(name))
}

/** Creates the functions that are missing. The tables must be distributed. */
export async function createFunctions(transaction: Queryable): Promise<void> {
  const run = (text: string) => transaction.run(statement(text))
  await run(waitForPrepared)
  await run(`select from create_distributed_function('${waiting}(bigint)')`)
  const onCopies = await localCopies(transaction)
  for (const each of await missingFunctions(transaction)) {
    const body = each.readsCopies ? onCopies(each.body) : each.body
    for (const { create, distribute } of definitionsOf({ ...each, body })) {
      await run(create)
      await run(distribute)
    }
  }
}

/**
 * The statements that create a function, each with the statement that distributes it. A load also has an inner
 * function. It is stable, so that it reads one snapshot.
 */
export function definitionsOf({
  name,
  parameters,
  returns,
  shardKey,
  isLoad,
  declarations,
  body,
}: CitusFunction): { create: string; distribute: string }[] {
  const listOf = (types: Readonly<Record<string, string>>) =>
    Object.entries(types)
      .map(([each, type]) => `"${each}" ${type}`)
      .join(', ')
  const types = Object.values(parameters).join(', ')
  const placement = shardKey ? `, '${shardKey}', colocate_with => 'cases'` : ''
  const define = (called: string, options: string, variables: string, text: string, distribution: string) => ({
    create: `
create function ${called}(${listOf(parameters)}) returns table (${listOf(returns)})
language plpgsql ${options} as $function$
#variable_conflict use_column
declare
${variables}
begin
${text}
end
$function$`,
    distribute: `select from create_distributed_function('${called}(${types})'${distribution})`,
  })
  if (!isLoad) return [define(name, `volatile set lock_timeout = '1s'`, declarations, body, placement)]
  const inner = `${name}_in_snapshot`
  const outer = `
if exists (select from pg_prepared_xact()) then
  perform ${waiting}(${shardKey ?? 'null'});
end if;
return query select * from ${inner}(${Object.keys(parameters).join(', ')});`
  return [define(inner, 'stable', declarations, body, ''), define(name, 'volatile', '', outer, placement)]
}
