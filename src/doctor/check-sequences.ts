import { statement } from '../database/statement.ts'
import { firstIgnoredId } from '../transfer/import/import-cases.ts'
import { type CheckContext, type CheckResult, failure, warning } from './check-result.ts'

// last: the last ID that the sequence returned, or null if the role may not read it. highest: the highest ID in use that the
// sequence must be ahead of.
const stateOf = (table: string) => `
  select '${table}' as "table", s.last, coalesce((
      select max(id) from ${table} where id < ${firstIgnoredId} or s.last >= ${firstIgnoredId}
    ), 0) as highest
  from (
    select case when has_sequence_privilege(name, 'USAGE, SELECT') then
        coalesce(pg_sequence_last_value(name::regclass), 0)
      end as last
    from pg_get_serial_sequence('${table}', 'id') as name
  ) s`

const sequences = statement(['cases', 'persons', 'operator_groups'].map(stateOf).join(' union all '), {
  table: 'text',
  last: 'bigint | null',
  highest: 'bigint',
})

/** Checks that the next ID of each table is free. */
export async function checkSequences({ database }: CheckContext): Promise<CheckResult[]> {
  const states = await database.run(sequences)
  return states.flatMap(({ table, last, highest }) => {
    if (last === null) {
      const message = `The role of DATABASE_URL may not read the sequence of ${table}, so its next ID is unknown.`
      return warning('sequences', message, 'Run "doctor" with the role that owns the tables.')
    }
    const counted = `(select max(id) from ${table} where id < ${firstIgnoredId})`
    const advice = `Run: select setval(pg_get_serial_sequence('${table}', 'id'), ${counted})`
    if (last >= Number.MAX_SAFE_INTEGER) {
      return failure('sequences', `No IDs are left for new rows of ${table}: the last one has been used.`, advice)
    }
    if (highest > last) {
      return failure('sequences', `The next ID of ${table} would be ${last + 1}, but ${highest} is in use.`, advice)
    }
    if (last < firstIgnoredId) return []
    const message = `The IDs of ${table} have reached ${last}, a range in which imports may have used the next ones.`
    return warning('sequences', message, advice)
  })
}
