import type { Logger } from 'pino'
import type { Database } from './database/database.ts'
import { entities } from './entities.ts'
import type { Config } from './settings/config.ts'

/** Opens the store, loading only the driver that it needs. */
export async function openDatabase(store: Config['store'], log?: Logger): Promise<Database> {
  if (store.kind === 'postgresql') {
    return (await import('./database/postgres/postgres.ts')).openPostgres(store, entities, log)
  }
  return (await import('./database/embedded/embedded.ts')).openEmbedded(store, entities)
}
