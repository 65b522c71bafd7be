import { readConfig } from '../config.ts'
import { openDatabase } from '../database/database.ts'
import { migrate, refuseNewerSchema, schemaState } from '../database/migrate.ts'
import { print } from './print.ts'

export async function runMigrate({ json = false }: { json?: boolean }): Promise<void> {
  const database = await openDatabase(readConfig().store)
  try {
    const { unknown } = await schemaState(database)
    refuseNewerSchema(unknown)
    const done = await migrate(database)
    const text = done.length === 0 ? 'The schema is up to date.' : done.map((name) => `Ran ${name}.`).join('\n')
    print(json, { ran: done }, text)
  } finally {
    await database.close()
  }
}
