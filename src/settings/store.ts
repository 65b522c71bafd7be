import { z } from 'zod'
import { databaseUrl, databaseUrls } from './database-url.ts'
import { onOff, text, whole } from './setting-formats.ts'

export const storeVariables = {
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URLS: databaseUrls.default([]),
  DATABASE_POOL_SIZE: whole(1, 999).default(16),
  PREPARED_STATEMENTS: onOff.default(true),
  DATA_DIR: text.default('.data'),
}

export interface PostgresStore {
  kind: 'postgresql'
  url: string
  poolSize: number
  preparedStatements: boolean
  /** Standbys that reads may run on. Those that are further behind are not read from. */
  replicas?: { urls: readonly string[]; maxLagMs: number }
  /** Statements that take longer fail. Without it, statements may take as long as they need. */
  queryTimeoutMs?: number
  /** How long a statement waits for a connection. The default is 5 s. */
  connectTimeoutMs?: number
}

export interface EmbeddedStore {
  kind: 'embedded'
  folder: string
  /** Called before a new store is created, which takes a while. */
  onCreate?: (folder: string) => void
}

export function toStore(e: z.output<z.ZodObject<typeof storeVariables>>): PostgresStore | EmbeddedStore {
  if (!e.DATABASE_URL) return { kind: 'embedded', folder: e.DATA_DIR }
  const urls = e.DATABASE_REPLICA_URLS
  return {
    kind: 'postgresql',
    url: e.DATABASE_URL,
    poolSize: e.DATABASE_POOL_SIZE,
    preparedStatements: e.PREPARED_STATEMENTS,
    ...(urls.length > 0 && { replicas: { urls, maxLagMs: 10_000 } }),
  }
}
