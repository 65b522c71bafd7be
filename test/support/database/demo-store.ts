import { join } from 'node:path'
import { createPostgresDatabase, databaseKind } from './database.ts'
import { temporaryFolder } from '../folders.ts'

/** Settings for a new store of the project's kind. Its first start loads the demonstration data, if the store does not have it yet. */
export async function demoStore(): Promise<Record<string, string>> {
  if (databaseKind === 'postgresql') return { DATABASE_URL: await createPostgresDatabase('demo') }
  return { DATA_DIR: join(temporaryFolder(), 'data') }
}
