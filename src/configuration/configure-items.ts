import { loadedCatalogue } from '../catalogue/catalogue-store.ts'
import type { Database } from '../database/database.ts'
import { UsageError } from '../errors/usage-error.ts'
import { judgeItems } from './plan/judge-items.ts'
import { changeConfiguration } from './lock-configuration.ts'
import type { SentItems } from './items/read-items.ts'
import { reported } from './items/problems.rules.ts'
import { changesOf, writePlan } from './plan/write-plan.ts'

/**
 * Creates and changes items of the configuration for the command line, by the rules of `configure`. Throws a UsageError with
 * the message of every problem, in which case nothing is written.
 */
export function configureItems(database: Database, sent: SentItems): Promise<void> {
  return changeConfiguration(database, async (transaction) => {
    const { plan, problems } = await judgeItems(transaction, await loadedCatalogue(transaction), sent)
    if (problems.found.length > 0) {
      throw new UsageError(
        reported(problems)
          .map(({ message }) => message)
          .join('\n'),
      )
    }
    await writePlan(transaction, null, plan, changesOf(plan, true))
  })
}
