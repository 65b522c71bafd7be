import type { Queryable } from '../statement.ts'
import { statement } from '../statement.ts'
import { type CitusFunction, declaredFunctions } from './citus-function.ts'
import { localCopies } from './local-copies.ts'
import { waitingFunctions, waitingOfLoad } from './wait-for-prepared.ts'

const existing = statement(
  `select proname::text as name, prosrc as source from pg_proc where pronamespace = current_schema()::regnamespace`,
  { name: 'text', source: 'text' },
)

async function sources(database: Queryable): Promise<Map<string, string>> {
  return new Map((await database.run(existing)).map(({ name, source }) => [name, source]))
}

/** The declared functions that do not exist in the database. */
export async function missingFunctions(database: Queryable): Promise<CitusFunction[]> {
  const found = await sources(database)
  return declaredFunctions().filter(({ name }) => !found.has(name))
}

/**
 * Creates the functions that are missing, and those whose source differs: views can change, and so can the names of the
 * copies. The tables must be distributed.
 */
export async function createFunctions(transaction: Queryable): Promise<void> {
  const run = (text: string) => transaction.run(statement(text))
  const found = await sources(transaction)
  const onCopies = await localCopies(transaction)
  for (const { name, types, definition } of waitingFunctions) {
    await run(onCopies(definition))
    await run(`select from create_distributed_function('${name}(${types})')`)
  }
  for (const each of declaredFunctions()) {
    const body = each.readsCopies ? onCopies(each.body) : each.body
    for (const { called, source, create, distribute } of definitionsOf({ ...each, body })) {
      if (found.get(called) === source) continue
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
}: CitusFunction): { called: string; source: string; create: string; distribute: string }[] {
  const listOf = (types: Readonly<Record<string, string>>) =>
    Object.entries(types)
      .map(([each, type]) => `"${each}" ${type}`)
      .join(', ')
  const types = Object.values(parameters).join(', ')
  const placement = shardKey ? `, '${shardKey}', colocate_with => 'cases'` : ''
  const define = (called: string, options: string, variables: string, text: string, distribution: string) => {
    const source = `
#variable_conflict use_column
declare
${variables}
begin
${text}
end
`
    return {
      called,
      source,
      create: `
create or replace function ${called}(${listOf(parameters)}) returns table (${listOf(returns)})
language plpgsql ${options} as $function$${source}$function$`,
      distribute: `select from create_distributed_function('${called}(${types})'${distribution})`,
    }
  }
  if (!isLoad) return [define(name, `volatile set lock_timeout = '1s'`, declarations, body, placement)]
  const inner = `${name}_in_snapshot`
  const outer = `
if exists (select from pg_prepared_xact()) then
  perform ${waitingOfLoad}(${shardKey ?? 'null'}, ${'k_token_hash' in parameters ? 'k_token_hash' : 'null'});
end if;
return query select * from ${inner}(${Object.keys(parameters).join(', ')});`
  return [define(inner, 'stable', declarations, body, ''), define(name, 'volatile', '', outer, placement)]
}
