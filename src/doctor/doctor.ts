import { checkPrivileges } from './check-privileges.ts'
import { checkClock, checkServer } from './check-server.ts'
import { checkReferences } from './check-references.ts'
import { checkMigrations, checkSchema } from './check-schema.ts'
import { checkSequences } from './check-sequences.ts'
import { checkSessions } from './check-sessions.ts'
import { checkHistory, checkPeople } from './check-rows.ts'
import type { Database } from '../database/database.ts'
import { failure, type CheckResult, ok } from './check-result.ts'
import { statement } from '../database/statement.ts'

export interface Examination {
  /** Reads whole tables, and not the newest cases alone. */
  deep: boolean
  /** How many connections the service opens at most; the examination itself needs one. */
  poolSize: number
  /** What an error says to a person, in a line. */
  explain(error: unknown): string
  /** This machine's clock, in milliseconds. */
  now?: () => number
}

const ping = statement('select 1')

/** Looks at a database and changes nothing in it. What rests on a check that failed is not looked at. */
export async function* examine(database: Database, examination: Examination): AsyncGenerator<CheckResult> {
  const { deep, poolSize, explain, now = Date.now } = examination

  async function look(check: string, work: () => Promise<CheckResult[]>): Promise<CheckResult[]> {
    try {
      return await work()
    } catch (error) {
      return [failure(check, explain(error), 'Put that right, and run this again: the check did not come to its end.')]
    }
  }

  const connection = await look('connection', async () => {
    await database.run(ping)
    return [ok('connection', 'The database answers.')]
  })
  yield* connection
  if (hasFailure(connection)) return

  if (database.kind === 'postgresql') yield* await look('server', () => checkServer(database, poolSize))
  yield* await look('clock', () => checkClock(database, now))

  const migrations = await look('migrations', () => checkMigrations(database))
  yield* migrations
  if (hasFailure(migrations)) return

  yield* await look('schema', () => checkSchema(database))
  yield* await look('privileges', () => checkPrivileges(database))
  yield* await look('sequences', () => checkSequences(database))
  yield* await look('sessions', () => checkSessions(database))
  yield* await look('people', () => checkPeople(database, deep))
  yield* await look('history', () => checkHistory(database, deep))
  if (deep) yield* await look('references', () => checkReferences(database))
}

function hasFailure(findings: readonly CheckResult[]): boolean {
  return findings.some(({ level }) => level === 'failure')
}
