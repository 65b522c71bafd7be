import type { Transaction } from '../../database/database.ts'
import { checkVersions } from './expected-versions.rules.ts'
import { checkKindChanges } from './field-use.ts'
import { checkInUse, kindChangesOf } from './in-use.rules.ts'
import { type Plan, planConfiguration } from './plan-configuration.ts'
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
  const { items, malformed } = readItems(sent, problems)
  const stored = await loadStored(transaction, items, wantedBy(items))
  checkVersions(items, stored)
  const plan = planConfiguration(
    { items, stored, malformed, source: 'input' },
    { isAdditive: false, withNewValues: true },
    problems,
  )
  checkInUse(plan.planned, plan.effects, stored, problems)
  await checkKindChanges(transaction, kindChangesOf(plan.planned), problems)
  return { plan, stored, problems }
}
