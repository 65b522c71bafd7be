import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Transaction } from '../../database/database.ts'
import { Problems } from '../items/problems.rules.ts'
import { readItems, type SentItems } from '../items/read-items.ts'
import { checkVersions } from './expected-versions.rules.ts'
import { checkKindChanges } from './field-use.ts'
import { checkInUse, kindChangesOf } from './in-use.rules.ts'
import { ManagedConfiguration } from './managed-configuration.ts'
import { type Plan, planConfiguration } from './plan-configuration.ts'
import { loadPeople } from './stored-people.ts'
import type { References } from './references.rules.ts'

/**
 * Plans the items of an input by the rules of `configure`. Without problems, the plan can be written. Throws PRECONDITION_FAILED
 * if an item has another version than the caller saw.
 */
export async function judgeItems(
  transaction: Transaction,
  catalogue: Catalogue,
  sent: SentItems,
): Promise<{ plan: Plan; problems: Problems }> {
  const problems = new Problems()
  const { items, malformed } = readItems(sent, problems)
  const em = transaction.forkEntityManager()
  const configuration = new ManagedConfiguration(em, catalogue, await loadPeople(em, items, []))
  checkVersions(items, configuration)
  const references: References = { items, malformed, source: 'input' }
  const plan = planConfiguration(configuration, references, false, problems)
  checkInUse(plan, references, problems)
  await checkKindChanges(transaction, kindChangesOf(plan), problems)
  return { plan, problems }
}
