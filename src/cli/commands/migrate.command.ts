import type { Command } from 'commander'
import { print } from '../print.ts'
import { examples } from '../usage.ts'
import { withAnyDatabase } from '../with-database.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .summary('Apply pending database migrations.')
    .description('Apply pending database migrations. Safe to re-run and to run concurrently.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('migrate', 'migrate --json'))
    .action(async ({ json = false }: { json?: boolean }) => {
      const { migrate, refuseNewerSchema, schemaState } = await import('../../database/schema/migrate.ts')
      const ran = await withAnyDatabase(async (database) => {
        refuseNewerSchema((await schemaState(database)).unknown)
        return migrate(database)
      })
      const text = ran.length === 0 ? 'The schema is up to date.' : ran.map((name) => `Ran ${name}.`).join('\n')
      print(json, { ran }, text)
    })
}
