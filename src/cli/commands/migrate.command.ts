import type { Command } from 'commander'
import type { Database } from '../../database/database.ts'
import { type JsonOption, print } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .summary('Apply pending database migrations.')
    .description('Apply pending database migrations. Safe to re-run and to run concurrently.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('migrate', 'migrate --json'))
    .action(async (options: JsonOption) => {
      const { migrate, refuseNewerSchema, schemaState } = await import('../../database/schema/migrate.ts')
      const work = async (database: Database) => {
        refuseNewerSchema((await schemaState(database)).unknown)
        return migrate(database)
      }
      const ran = await withDatabase(work, { anySchema: true })
      const text = ran.length === 0 ? 'The schema is up to date.' : ran.map((name) => `Ran ${name}.`).join('\n')
      print(options, { ran }, text)
    })
}
