import { type Queryable, type Statement, statement } from '../../database/statement.ts'
import type { Replicas } from '../../database/replicas/replicas.ts'

// A distributed database asks only the servers that have these cases.
const versions = statement(`select id, version from cases where id = any($1::bigint[])`, {
  id: 'bigint',
  version: 'int',
})

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
  const rows = await replica.run(versions, [cases.map(({ caseId }) => caseId)]).catch(() => null)
  const replayed = new Map(rows?.map(({ id, version }) => [id, version]))
  if (cases.every(({ caseId, version }) => (replayed.get(caseId) ?? 0) >= version)) return true
  replicas.fallbacks[rows ? 'behind' : 'failed']++
  return false
}
