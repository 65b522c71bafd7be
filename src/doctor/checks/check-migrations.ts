import { commandName } from '../../command-name.ts'
import { schemaState } from '../../database/migrate.ts'
import { type CheckContext, type CheckResult, failure } from '../check-result.ts'

export async function checkMigrations({ database }: CheckContext): Promise<CheckResult[]> {
  const { pending, unknown } = await schemaState(database)
  if (unknown.length > 0) {
    const message = `A newer version of Casegate has migrated this database (${unknown.join(', ')}).`
    return [failure('migrations', message, 'Use that version or a later one: this one would misread the data.')]
  }
  if (pending.length === 0) return []
  return [failure('migrations', `The database lacks ${pending.join(', ')}.`, `Run: ${commandName} migrate`)]
}
