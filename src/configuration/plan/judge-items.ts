import type { Transaction } from '../../database/database.ts'
import { checkVersions } from './expected-versions.rules.ts'
import { checkKindChanges } from './field-use.ts'
import { checkInUse, kindChangesOf } from './in-use.rules.ts'
import { type Plan, planConfiguration } from './plan-configuration.ts'
import { type References, withoutRepeated } from './references.rules.ts'
import { forEachSection, type Items } from '../items/items.rules.ts'
import { Problems } from '../items/problems.rules.ts'
import { readItems, type SentItems } from '../items/read-items.ts'
import type { StoredConfiguration } from '../stored/state.ts'
import { loadStored } from '../stored/stored-configuration.ts'
import { wantedBy } from '../stored/wanted.ts'

/** What the items change, by the rules of `configure`. Without problems, the plan can be written. */
export interface Judgement {
  plan: Plan
  stored: StoredConfiguration
  problems: Problems
}

/**
 * Compares the items of an input with the database. Throws PRECONDITION_FAILED if an item has another version than the caller
 * saw.
 */
export async function judgeItems(transaction: Transaction, sent: SentItems): Promise<Judgement> {
  const problems = new Problems()
  const { items, unidentified, malformed } = readItems(sent, problems)
  const all = forEachSection((section) => [...items[section], ...unidentified[section]]) as unknown as Items
  const stored = await loadStored(transaction, items, wantedBy(all))
  checkVersions(items, stored)
  const references: References = { items, unidentified, stored, malformed, source: 'input' }
  const plan = planConfiguration(references, { isAdditive: false, withNewValues: true }, problems)
  const judged = withoutRepeated(plan.planned)
  checkInUse(judged, plan.effects, references, problems)
  await checkKindChanges(transaction, kindChangesOf(judged), problems)
  return { plan, stored, problems }
}
