import { readConfig } from '../config.ts'
import { openDatabase } from '../database/database.ts'
import { migrate, refuseNewerSchema, schemaState } from '../database/migrate.ts'

export async function runMigrate(): Promise<void> {
  const database = await openDatabase(readConfig().store)
  try {
    const { unknown } = await schemaState(database)
    refuseNewerSchema(unknown)
    const done = await migrate(database)
    console.log(done.length === 0 ? 'The schema is up to date.' : done.map((name) => `Ran ${name}.`).join('\n'))
  } finally {
    await database.close()
  }
}
