import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Transaction } from '../../database/database.ts'
import { RequestError } from '../../errors/request-error.ts'
import { isKeyed, type Item, type Items } from '../items/items.rules.ts'
import { placeText, Problems } from '../items/problems.rules.ts'
import { readItems, type SentItems } from '../items/read-items.ts'
import { sections } from '../items/sections.ts'
import { checkKindChanges } from './field-use.ts'
import { checkInUse } from './in-use.rules.ts'
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
  const references: References = { ...readItems(sent, problems), source: 'input' }
  const { items } = references
  const em = transaction.forkEntityManager()
  const configuration = new ManagedConfiguration(em, catalogue, await loadPeople(em, items, []))
  checkVersions(items, configuration)
  const plan = planConfiguration(configuration, references, false, problems)
  checkInUse(plan, references, problems)
  await checkKindChanges(transaction, plan, problems)
  return { plan, problems }
}

/** Throws PRECONDITION_FAILED for the first item that has another version than the caller saw. 0: it must not exist. */
function checkVersions(items: Items, configuration: ManagedConfiguration): void {
  for (const section of sections) {
    for (const { path, key, members } of (items[section] as readonly Item[]).filter(isKeyed)) {
      const { expectedVersion } = members
      const currentVersion = configuration.get(section, key)?.version ?? 0
      if (expectedVersion == null || expectedVersion === currentVersion) continue
      const found =
        currentVersion === 0 ? 'does not exist' : `has version ${currentVersion}, which is not the expected version`
      throw new RequestError('PRECONDITION_FAILED', `${placeText(path)} ${found}. Nothing was written.`, {
        details: { path: path.map(String), currentVersion },
      })
    }
  }
}
