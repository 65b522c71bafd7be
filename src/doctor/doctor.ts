import { existsSync } from 'node:fs'
import { type Config, readConfig } from '../settings/config.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../open-database.ts'
import { statement } from '../database/statements/statement.ts'
import { checkAttachments } from './check-attachments.ts'
import { checkSessions, checkTouchpoints, checkPrivileges } from './check-access.ts'
import { type CheckContext, type Checking, type CheckResult, failure, hasFailure, ok } from './check-result.ts'
import { checkRows, checkSequences } from './check-rows.ts'
import { checkMigrations, checkSchema } from './check-schema.ts'
import { checkClock, checkPooler, checkServer, checkSettings, checkSpace } from './check-server.ts'
import { checkConfiguration, checkIssuer, checkStore } from './check-settings.ts'
import { checkFeed, checkSetup, checkWebhooks } from './check-setup.ts'

interface Check {
  run(context: CheckContext): Checking
  /** The message if the check returns no results. */
  ok?: string
  /** If a required check fails, the checks after it are skipped. */
  required?: true
  onlyIf?(context: CheckContext): boolean
}

const ping = statement('select 1 as answer', { answer: 'int' })

const isPostgresql = ({ database }: CheckContext) => database.kind === 'postgresql'

/** The checks of a database, in the order in which they run. */
const checks: Record<string, Check> = {
  connection: {
    async *run({ database }) {
      await database.run(ping)
      yield ok('connection', 'The database responds.')
    },
    required: true,
  },
  pooler: { run: checkPooler, ok: 'Prepared statements work, or are off.', onlyIf: isPostgresql },
  server: { run: checkServer, onlyIf: isPostgresql },
  settings: {
    run: checkSettings,
    ok: 'The isolation level, DateStyle, TimeZone and jit are as Casegate sets them.',
    onlyIf: isPostgresql,
  },
  space: { run: checkSpace, onlyIf: isPostgresql },
  clock: { run: checkClock, ok: "This machine's clock and the database's agree." },
  migrations: { run: checkMigrations, ok: 'All migrations have been applied.', required: true },
  schema: { run: checkSchema, ok: 'Tables, constraints, indexes, triggers and views match the migrations.' },
  privileges: { run: checkPrivileges, ok: 'The role can read and write every table.' },
  sequences: { run: checkSequences, ok: 'The next IDs of cases, persons and groups are free.' },
  feed: { run: checkFeed, ok: 'No committed event waits to be moved into the feed.' },
  sessions: { run: checkSessions, ok: 'No live session is public or without expiry.' },
  touchpoints: { run: checkTouchpoints, ok: 'No secret is public or older than a year, and logins have secrets.' },
  setup: {
    run: checkSetup,
    ok: 'There are an active admin and defaults for new cases, and every operator has an authorisation.',
  },
  attachments: { run: checkAttachments, ok: 'The store of files can be used, and so can the scanner if there is one.' },
  webhooks: { run: checkWebhooks, ok: 'Every webhook endpoint gets its events, unless an admin has disabled it.' },
  rows: { run: checkRows, ok: 'All rows agree with one another.', onlyIf: ({ deep }) => deep },
}

export interface CheckOptions {
  deep: boolean
  poolSize: number
  /** By default, files are in the database, and nothing scans them. */
  attachments?: CheckContext['attachments']
  /** Describes an error in one line. */
  explain(error: unknown): string
  now?(): number
}

const onlyDatabase: CheckContext['attachments'] = { s3: undefined, scanner: undefined }

/** Checks a database without changing anything in it. */
export async function* runChecks(
  database: Database,
  { explain, now = Date.now, attachments = onlyDatabase, ...options }: CheckOptions,
): AsyncGenerator<CheckResult> {
  const context = { database, now, attachments, ...options }
  for (const [name, { run, ok: message, required, onlyIf }] of Object.entries(checks)) {
    if (onlyIf && !onlyIf(context)) continue
    const results: CheckResult[] = []
    try {
      for await (const result of run(context)) results.push(result)
    } catch (error) {
      results.push(failure(name, explain(error), 'Fix this and run "doctor" again: the check did not complete.'))
    }
    yield* results.length > 0 ? results : [ok(name, message ?? 'No problems found.')]
    if (required && hasFailure(results)) return
  }
}

/** No check takes a second, unless it reads all rows. */
const queryTimeoutMs = { newest: 10_000, deep: 600_000 }

/** Checks the settings, then the store, then the database in it. */
export async function* diagnose({
  deep,
  explain,
}: Pick<CheckOptions, 'deep' | 'explain'>): AsyncGenerator<CheckResult> {
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    yield failure('configuration', explain(error), 'See docs/settings.md for all settings.')
    return
  }
  const problems = [...checkConfiguration(config)]
  yield* problems.length > 0 ? problems : [ok('configuration', 'The settings are valid and consistent.')]
  const { store, issuer } = config
  if (issuer) yield await checkIssuer(issuer)
  if (store.kind === 'embedded') {
    const results = [...checkStore(store.folder)]
    yield* results
    if (!existsSync(store.folder) || hasFailure(results)) return
  }
  const poolSize = store.kind === 'postgresql' ? store.poolSize : 1
  let database: Database
  try {
    const limits = { poolSize: 1, queryTimeoutMs: queryTimeoutMs[deep ? 'deep' : 'newest'] }
    database = await openDatabase(store.kind === 'postgresql' ? { ...store, ...limits } : store)
  } catch (error) {
    yield failure('connection', explain(error), 'Fix this first: the other checks need the database.')
    return
  }
  try {
    yield* runChecks(database, { deep, poolSize, explain, attachments: config.attachments })
  } finally {
    await database.close()
  }
}
