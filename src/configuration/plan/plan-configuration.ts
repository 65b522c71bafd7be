import { isKeyed, type Item, type Items, placeText, Problems, type References } from '../items/items.rules.ts'
import { sections, sectionTable } from '../items/sections.ts'
import { assignLists, assignMemberships } from './assign-lists.ts'
import { assignValues, manageConfiguration, type ManagedConfiguration } from './managed-configuration.ts'
import { checkServiceLevels } from './service-levels.rules.ts'
import { checkInUse, checkPeople } from './people.rules.ts'
import { addRepeated, checkRepeated, type Plan, targetsOf } from './references.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Transaction } from '../../database/database.ts'
import { RequestError } from '../../errors/request-error.ts'
import { readItems, type SentItems } from '../items/read-items.ts'
import { loadPeople } from './stored-people.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'

/**
 * Assigns the items to their entities. Adds a problem for each unknown reference, repeated key and missing value. Nothing is
 * written before the unit of work is flushed. For `configure` and imports.
 */
export function planConfiguration(
  configuration: ManagedConfiguration,
  references: References,
  isAdditive: boolean,
  problems: Problems,
): Plan {
  const plan: Plan = {
    configuration,
    items: references.items,
    targets: targetsOf(references, configuration, problems),
    problems,
    isAdditive,
    planned: [],
    fields: new Map(),
    memberships: new Map(),
  }
  // Before a new address is assigned.
  checkPeople(plan)
  const keys = new Set<string>()
  const assigned = sections.flatMap((section) => {
    const items: readonly Item[] = references.items[section]
    const member = section === 'typeCategories' ? [] : [sectionTable[section].key.at(-1)!]
    checkRepeated(
      items.map(({ key, path }) => [key, [...path, ...member]]),
      problems,
    )
    return items.map((item) => {
      checkRequired(item, plan)
      if (!isKeyed(item) || keys.size === keys.add(`${section} ${item.key}`).size) return { item, entity: undefined }
      const entity = assignValues(item, item.key, configuration)
      plan.planned.push({ item, entity })
      return { item, entity }
    })
  })
  for (const { item, entity } of assigned) assignLists(item, entity, plan)
  assignMemberships(plan)
  assignDefault('statuses', plan)
  assignDefault('resolutions', plan)
  checkServiceLevels(plan)
  return plan
}

function checkRequired({ section, key, path, members }: Item, { configuration, problems }: Plan): void {
  if (key === undefined || configuration.has(section, key)) return
  const { noun, required } = sectionTable[section]
  for (const name of required) {
    if (members[name as keyof typeof members] != null) continue
    problems.add('invalidValue', [...path, name], `is required, because the ${noun} does not exist yet`)
  }
}

/** Only one status, and one resolution, is the default. */
function assignDefault(section: 'statuses' | 'resolutions', { items, configuration, problems }: Plan): void {
  const [first, ...others] = [...items[section]].filter(({ members }) => members.default)
  for (const { path } of others) addRepeated(problems, [...path, 'default'], [...first!.path, 'default'])
  const former = configuration.catalogue[section].values().find(({ isDefault }) => isDefault)
  if (!first?.key || !former || former.name === first.key) return
  configuration.get(section, former.name)!.isDefault = false
}

/** Plans the items of an input. Throws PRECONDITION_FAILED if an item has another version than the caller saw. */
export async function judgeItems(transaction: Transaction, catalogue: Catalogue, sent: SentItems): Promise<Plan> {
  const problems = new Problems()
  const references: References = { ...readItems(sent, problems), source: 'input' }
  const { items } = references
  const em = transaction.forkEntityManager()
  const configuration = manageConfiguration(em, catalogue, await loadPeople(em, items, []))
  checkVersions(items, configuration)
  const plan = planConfiguration(configuration, references, false, problems)
  checkInUse(plan)
  await checkKindChanges(transaction, plan)
  return plan
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

/** How many cases of a type are read. If there are more, and none of these has the field, the others may. */
const maximumRead = 10_000

const usedFields = statement(
  `
  with read as materialized (select case_data from cases where type_code = $1::text limit ${maximumRead + 1})
  select (select count(*) from read) as cases, array(
    select distinct d.field
    from read cross join lateral jsonb_each_text(read.case_data) as d (field, value)
    where d.value is not null
  ) as fields`,
  { cases: 'bigint', fields: 'text[]' },
)

const removedFields = statement(
  `
  select distinct on (field) c.change -> 'path' ->> 1 as field, c.change -> 'from' ->> 'kind' as kind
  from audit_events a
  cross join lateral jsonb_array_elements(a.changes) as c (change)
  where a.target = 'type:' || $1::text
    and c.change -> 'path' ->> 0 = 'fields' and jsonb_array_length(c.change -> 'path') = 2 and c.change ->> 'to' is null
  order by field, a.id desc`,
  { field: 'text', kind: 'text' },
)

/**
 * Adds a problem for each field that stored cases have and that would get another kind. A field that was removed has the kind
 * that the audit event of its removal says.
 */
async function checkKindChanges(db: Queryable, { configuration, fields, problems }: Plan): Promise<void> {
  for (const [typeCode, { before, item }] of fields) {
    const sent = item.members.fields ?? []
    const kinds = new Map<string, string>(before.map(({ name, kind }) => [name, kind]))
    if (!configuration.has('types', typeCode)) continue
    if (sent.some(({ name }) => !kinds.has(name))) {
      const removed = await db.run(removedFields, [typeCode])
      for (const { field, kind } of removed) if (!kinds.has(field)) kinds.set(field, kind)
    }
    const changed = sent.filter(({ name, kind }) => (kinds.get(name) ?? kind) !== kind)
    if (changed.length === 0) continue
    const [read] = await db.run(usedFields, [typeCode])
    for (const field of changed) {
      if (!read!.fields.includes(field.name) && read!.cases <= maximumRead) continue
      const message = 'cannot be changed, because stored cases have or may have a value for the field'
      problems.add('inUse', [...item.path, 'fields', sent.indexOf(field), 'kind'], message)
    }
  }
}
