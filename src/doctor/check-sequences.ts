import { failure, type CheckResult, ok, warning } from './check-result.ts'
import { firstUncountedId } from '../transfer/import-cases.ts'
import { type Queryable, statement } from '../database/statement.ts'

const tables = ['cases', 'persons', 'operator_groups'] as const

interface SequenceFacts {
  /** Null where the role may not know. */
  last: number | null
  /** The highest id in use that the sequence is to be ahead of. */
  highest: number
}

const sequenceFacts = (table: (typeof tables)[number]) =>
  statement<SequenceFacts>(`
  select s.last, coalesce((
      select max(id) from ${table} where id < ${firstUncountedId} or s.last >= ${firstUncountedId}
    ), 0) as highest
  from (
    select case when has_sequence_privilege(name, 'USAGE, SELECT') then
        coalesce(pg_sequence_last_value(name::regclass), 0)
      end as last
    from pg_get_serial_sequence('${table}', 'id') as name
  ) s
`)

/** Whether the next id of each table is one that can be given. */
export async function checkSequences(database: Queryable): Promise<CheckResult[]> {
  const findings: CheckResult[] = []
  for (const table of tables) {
    const [facts] = await database.run(sequenceFacts(table))
    findings.push(...judgeSequence(table, facts!))
  }
  return findings.length > 0 ? findings : [ok('sequences', 'The next ids of cases, persons and groups are free.')]
}

function judgeSequence(table: string, { last, highest }: SequenceFacts): CheckResult[] {
  if (last === null) {
    const message = `The role of DATABASE_URL may not read the sequence of ${table}, so that nobody knows its next id.`
    return [warning('sequences', message, 'Run "doctor" with the role that owns the tables.')]
  }
  const counted = `(select max(id) from ${table} where id < ${firstUncountedId})`
  const advice = `Run: select setval(pg_get_serial_sequence('${table}', 'id'), ${counted})`
  if (last >= Number.MAX_SAFE_INTEGER) {
    return [failure('sequences', `No id is left for new rows of ${table}: the last one has been used.`, advice)]
  }
  if (highest > last) {
    return [failure('sequences', `The next id of ${table} would be ${last + 1}, and ${highest} is in use.`, advice)]
  }
  if (last >= firstUncountedId) {
    const message = `The ids of ${table} have reached ${last}, where an import may have used the next ones.`
    return [warning('sequences', message, advice)]
  }
  return []
}
