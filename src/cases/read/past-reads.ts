import type { Database } from '../../database/database.ts'
import type { Replicas } from '../../database/postgres/replicas.ts'
import { type Queryable, type Statement, statement, type Version } from '../../database/statements/statement.ts'

const versions = statement(`select id, version from cases where id = any($1::bigint[])`, {
  id: 'bigint',
  version: 'int',
})

/**
 * The database, but reading the past of cases from replicas: comments and events up to a version never change. So a
 * replica that has these versions of the cases, or later ones, returns the same as the primary, which is used otherwise.
 */
export function readingPastFromReplicas(primary: Database, replicas: Replicas): Database {
  return {
    ...primary,
    async run<Row>(statement: Statement<Row>, values?: readonly unknown[], past?: readonly Version[]) {
      const server = past ? await replicas.serverFor((replica) => hasReplayed(replica, past)) : primary
      return server.run(statement, values)
    },
  }
}

async function hasReplayed(replica: Queryable, cases: readonly Version[]): Promise<boolean> {
  const rows = await replica.run(versions, [cases.map(({ id }) => id)])
  const replayed = new Map(rows.map(({ id, version }) => [id, version]))
  return cases.every(({ id, version }) => (replayed.get(id) ?? 0) >= version)
}
