import type { Database } from '../../../src/database/database.ts'
import { loadDemoData } from '../../../src/transfer/demo-data.ts'
import { emptyDatabase } from './database.ts'

/** A database with what an empty store is filled with. */
export async function demoStore(): Promise<Database> {
  const database = await emptyDatabase()
  await loadDemoData(database)
  return database
}
