import type { Command } from 'commander'
import type { DistributionPlan } from '../../database/citus/distribution.ts'
import { print } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

export function addDistributeCommand(program: Command): void {
  program
    .command('distribute')
    .summary('Distribute cases over the workers of a Citus cluster.')
    .description(
      'Show a plan that distributes the tables over the workers of a Citus cluster, or carry it out. The database may ' +
        'contain data. Safe to re-run and to run concurrently.',
    )
    .option('--execute', 'distribute the tables instead of only showing the plan')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('distribute', 'distribute --execute'))
    .action(async ({ execute = false, json = false }: { execute?: boolean; json?: boolean }) => {
      const { declareCitusFunctions } = await import('../../citus-functions.ts')
      await declareCitusFunctions()
      const { distribute, planDistribution } = await import('../../database/citus/distribution.ts')
      const plan = await withDatabase(async (database) => {
        const plan = await planDistribution(database)
        if (execute) await distribute(database)
        return plan
      })
      print(json, { executed: execute, ...plan }, textOf(plan, execute))
    })
}

function textOf({ distribute, copy, create, advance }: DistributionPlan, isExecuted: boolean): string {
  if (distribute.length + copy.length + create.length + advance.length === 0)
    return 'The tables are distributed, all functions exist, and the next IDs are free.'
  return [
    ...distribute.map(({ table, column }) => `Distribute ${table} by ${column}.`),
    ...(copy.length > 0 ? [`Copy to every server: ${copy.join(', ')}.`] : []),
    ...(create.length > 0 ? [`Create the functions ${create.join(', ')}.`] : []),
    ...advance.map(
      ({ server, table }) => `Advance the sequence of ${table} on ${server}, because its next ID is in use.`,
    ),
    isExecuted ? 'Done.' : 'Nothing was changed. To carry out this plan, run the command with --execute.',
  ].join('\n')
}
