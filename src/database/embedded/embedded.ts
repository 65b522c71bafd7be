import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite, type Transaction as PGliteTransaction } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { codeOf, systemMessage } from '../../errors/system-errors.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { ownLoads, sharedLoads } from '../statements/batched.ts'
import type { Database } from '../database.ts'
import { DiskSpace } from '../disk-space.ts'
import { makePrivateFolder } from './embedded-files.ts'
import { type Entities, forkInTransaction, initOrm } from '../schema/orm.ts'
import type { EmbeddedStore } from '../../settings/store.ts'
import { toObjects } from '../statements/rows.ts'
import { sessionSettings } from '../postgres/session-settings.ts'
import { type Queryable, type Statement, typeParsers } from '../statements/statement.ts'
import { asUnavailable } from '../unavailable.ts'

const readingOptions = { parsers: typeParsers, rowMode: 'array' as const }

export async function openEmbedded({ folder, onCreate }: EmbeddedStore, entities: Entities): Promise<Database> {
  const unlock = lockFolder(folder)
  let pglite: PGlite
  try {
    const data = join(folder, 'postgresql')
    refuseForeignData(data)
    if (!existsSync(data)) onCreate?.(folder)
    pglite = await PGlite.create(data)
  } catch (cause) {
    unlock()
    throw new UsageError(`Cannot open the embedded database in DATA_DIR ${folder}: ${reasonOf(cause, folder)}`, {
      cause,
    })
  }
  return embeddedDatabase(pglite, entities, unlock)
}

/** The version of PostgreSQL in PGlite. It cannot open the data of another one. */
const postgresVersion = '18'

/** PGlite would create a new database in a folder without PG_VERSION, over the data that is there. */
function refuseForeignData(data: string): void {
  if (!existsSync(data)) return
  const names = readdirSync(data)
  if (names.length === 0) return
  if (!names.includes('PG_VERSION')) throw new UsageError(damage)
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (/^[1-9]\d*$/.test(version) && version !== postgresVersion) {
    throw new UsageError(
      `it was created by PostgreSQL ${version}, and this version of Casegate contains PostgreSQL ${postgresVersion}. ` +
        'Use the version that created it to export the data, and import it into a new DATA_DIR.',
    )
  }
}

const damage =
  'it is damaged or incomplete. Restore a backup of the folder. Without a backup, rename the folder: the next start ' +
  'creates a new store.'

const mebibyte = 1024 * 1024

/** PGlite's own messages do not help. */
function reasonOf(error: unknown, folder: string): string {
  if (error instanceof UsageError) return error.message
  if (codeOf(error) === 'EACCES') return 'this user is not allowed to read it. Set its owner, or set another DATA_DIR.'
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < mebibyte) return 'the disk is full. Free up space and try again.'
  return damage
}

/** Wraps an open PGlite. `onClose` runs after it has been closed. */
export async function embeddedDatabase(
  pglite: PGlite,
  entities: Entities,
  onClose: () => void = () => {},
): Promise<Database> {
  // Nothing else uses its only session.
  for (const [name, value] of Object.entries(sessionSettings())) await pglite.exec(`set ${name} = '${value}'`)
  const orm = await initOrm({ dbName: 'postgres', driverOptions: new PGliteDialect({ pglite }) }, entities)

  const diskSpace = new DiskSpace()
  const queryable = (client: Pick<PGlite, 'query'>): Queryable => ({
    async run<Row>(statement: Statement<Row>, values: readonly unknown[] = []) {
      try {
        return toObjects(statement, await client.query(statement.text, values as unknown[], readingOptions)) as Row[]
      } catch (error) {
        diskSpace.note(error)
        throw asUnavailable(error)
      }
    },
  })

  return {
    kind: 'embedded',
    orm,
    diskSpace,
    run: queryable(pglite).run,
    ...sharedLoads,
    transaction: (work) =>
      pglite
        .transaction((transaction) =>
          work({
            kind: 'embedded',
            ...queryable(transaction),
            ...ownLoads,
            forkEntityManager: () => forkInTransaction(orm, dialectOf(transaction)),
          }),
        )
        .catch((error: unknown) => {
          diskSpace.note(error)
          throw asUnavailable(error)
        }),
    // The lock on the folder already keeps other processes out.
    exclusively: (_lock, work) => work(),
    async close() {
      await orm.close()
      // The ORM closes PGlite only if it has used it.
      if (!pglite.closed) await pglite.close()
      onClose()
    },
  }
}

/** Kysely accepts only a PGlite. This one runs its queries in the given transaction. */
function dialectOf(transaction: PGliteTransaction): PGliteDialect {
  const pglite = {
    query: <Row>(text: string, values?: unknown[], options?: object) =>
      transaction.query<Row>(text, values, { ...options, parsers: typeParsers }),
    transaction: () => Promise.reject(new Error('A transaction is already open.')),
    ready: true,
    waitReady: Promise.resolve(),
    closed: false,
    close: async () => {},
  }
  return new PGliteDialect({ pglite })
}

/**
 * PGlite does not lock its folder, and two processes on one folder lose rows. SQLite's exclusive lock is an advisory lock
 * of the operating system, which releases it when the process ends for whatever reason.
 */
function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock')
  const refusal = (problem: string, cause: unknown) => new UsageError(`DATA_DIR ${folder} ${problem}`, { cause })
  let lock: DatabaseSync
  try {
    makePrivateFolder(resolve(folder))
    lock = new DatabaseSync(file)
  } catch (error) {
    const advice = 'Set DATA_DIR to a folder that this user can write to.'
    throw refusal(`cannot be used: ${lockProblem(error)}. ${advice}`, error)
  }
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return () => lock.close()
  } catch (error) {
    lock.close()
    const isInUse = /locked/.test(messageOf(error))
    const problem = isInUse
      ? 'is in use by another Casegate process. Stop that process, set another DATA_DIR, or set DATABASE_URL to a ' +
        'PostgreSQL server, which several processes can share.'
      : `cannot be locked: ${messageOf(error)}. Delete the file ${file}, or set another DATA_DIR.`
    throw refusal(problem, error)
  }
}

/** Errors of SQLite have no number of the operating system. */
function lockProblem(error: unknown): string {
  return error instanceof Error && 'syscall' in error ? systemMessage(error) : messageOf(error)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
