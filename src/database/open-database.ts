import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'
import type { Database } from './database.ts'

/** Opens the store, loading only the driver that it needs. */
export async function openDatabase(store: Config['store'], log?: Logger): Promise<Database> {
  if (store.kind === 'postgresql') return (await import('./postgres/postgres.ts')).openPostgres(store, log)
  return (await import('./embedded.ts')).openEmbedded(store.folder, store.onCreate)
}
