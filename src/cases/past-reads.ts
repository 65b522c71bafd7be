import { type Queryable, type Statement, statement } from '../database/statement.ts'
import type { Replicas } from '../database/replicas.ts'

const countMissing = statement(
  `
select count(*)::int as missing
from unnest($1::bigint[], $2::int[]) as k (case_id, version)
left join cases c on c.id = k.case_id and c.version >= k.version
where c.id is null`,
  { missing: 'int' },
)

/** A case, and its version on the primary. */
export interface CaseVersion {
  caseId: number
  version: number
}

/** Runs statements that read the past of cases: comments and events up to a version. */
export interface PastReads {
  run<Row>(cases: readonly CaseVersion[], statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
}

/**
 * The past of a case up to a version never changes. So a replica that has these versions of the cases, or later ones,
 * returns the same as the primary, which is used otherwise.
 */
export function pastReads(primary: Queryable, replicas?: Replicas): PastReads {
  if (!replicas) return { run: (_cases, statement, values) => primary.run(statement, values) }
  return {
    async run(cases, statement, values) {
      const replica = replicas.choose()
      const server = replica && (await hasReplayed(replicas, replica, cases)) ? replicas.withFallback(replica) : primary
      return server.run(statement, values)
    },
  }
}

async function hasReplayed(replicas: Replicas, replica: Queryable, cases: readonly CaseVersion[]): Promise<boolean> {
  const versions = [cases.map(({ caseId }) => caseId), cases.map(({ version }) => version)]
  const rows = await replica.run(countMissing, versions).catch(() => null)
  if (rows?.[0]?.missing === 0) return true
  replicas.fallbacks[rows ? 'behind' : 'failed']++
  return false
}
