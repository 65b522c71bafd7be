import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createDatabase } from '../bench/servers/database.ts'
import { readSeed, seedSteps } from '../bench/seed.ts'
import { thisCheckout } from '../bench/servers/server-process.ts'
import type { OwnPostgresServer } from '../bench/servers/postgres.ts'
import type { Settings } from '../bench/servers/server-process.ts'
import { readConfig } from '../src/settings/config.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/open-database.ts'
import { migrate } from '../src/database/schema/migrate.ts'

/** A database with the cases of the benchmark. */
export interface Store {
  /** The settings of a server on the database. */
  settings: Settings
  cases: number
  /** Opens the database for the work. No server may be running on it. */
  inspect<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
}

export async function createPostgresStore(server: OwnPostgresServer, cases: number): Promise<Store> {
  const { url } = await createDatabase(server, { cases })
  return store({ DATABASE_URL: url }, cases)
}

export async function createEmbeddedStore(folder: string, cases: number): Promise<Store> {
  const created = store({ DATA_DIR: folder }, cases)
  await created.inspect(migrate)
  const pglite = await PGlite.create(join(folder, 'postgresql'))
  for (const step of seedSteps(readSeed(thisCheckout), cases)) await pglite.exec(step)
  await pglite.close()
  return created
}

/** A store whose database has the cases already. */
export function store(settings: Settings, cases: number): Store {
  return {
    settings: { ...settings, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' },
    cases,
    async inspect(work) {
      const database = await openDatabase(readConfig(settings).store)
      return work(database).finally(() => database.close())
    },
  }
}
