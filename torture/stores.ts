import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createDatabase } from '../bench/database.ts'
import type { OwnPostgresServer } from '../bench/postgres.ts'
import { type Database, openDatabase } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { readConfig } from '../src/config.ts'

/** A database with cases: the settings of a server on it, and a way to look into it while no server runs. */
export interface Store {
  settings: Record<string, string>
  cases: number
  look<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
}

export async function createPostgresStore(server: OwnPostgresServer, cases: number): Promise<Store> {
  const { url } = await createDatabase(server, cases, false)
  return store({ DATABASE_URL: url }, cases)
}

const seed = readFileSync(new URL('../bench/seed.sql', import.meta.url), 'utf8')

export async function createEmbeddedStore(folder: string, cases: number): Promise<Store> {
  const created = store({ DATA_DIR: folder }, cases)
  await created.look(migrate)
  const pglite = await PGlite.create(join(folder, 'postgresql'))
  await pglite.exec(seed.replaceAll(':cases', String(cases)))
  await pglite.close()
  return created
}

function store(settings: Record<string, string>, cases: number): Store {
  return {
    settings: { ...settings, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' },
    cases,
    async look(work) {
      const database = await openDatabase(readConfig(settings).store)
      return work(database).finally(() => database.close())
    },
  }
}
