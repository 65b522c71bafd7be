import { type EntityManager, type EntityName, raw } from '@mikro-orm/postgresql'
import {
  CaseCategory,
  CaseResolution,
  CaseStatus,
  CaseStatusTransition,
  CaseType,
  CaseTypeField,
  TypeCategory,
} from '../../catalogue/catalogue.entity.ts'
import { Touchpoint, TouchpointGrant } from '../../catalogue/touchpoint.entity.ts'
import { emailKey } from '../../people/email.ts'
import {
  OperatorGroup,
  OperatorGroupMember,
  OperatorGroupType,
  OperatorType,
  Person,
} from '../../people/people.entity.ts'
import type { Effects } from '../plan/effects.rules.ts'
import type { Members } from '../items/item-formats.ts'
import type { Item, Section } from '../items/items.rules.ts'
import type { Plan } from '../plan/plan-configuration.ts'
import type { Planned } from '../plan/plan-items.ts'
import type { ElementKey, ListName, Ref, Values } from '../stored/state.ts'
import { type ChangedRow, deleteRows, insertRows, type Row, updateRows } from './write-rows.ts'

/**
 * Writes what differs, each table after the tables that it refers to. Sets the IDs of new groups and persons. Returns how many
 * rows were inserted, updated and deleted, not counting new versions.
 *
 * If nothing differs, no statement writes to a table. This matters for the catalogue: every such statement renews its
 * revision, even one that changes no row.
 */
export async function writePlan(em: EntityManager, { planned, effects }: Plan): Promise<number> {
  const bySection = Map.groupBy(planned, ({ item }) => item.section)
  const items = (section: Section) => bySection.get(section) ?? []
  let written = 0

  await writeItems('groups', OperatorGroup)
  await writeItems('categories', CaseCategory)
  await writeItems('types', CaseType)
  await writeList('types', 'fields', CaseTypeField, ({ key }, name, field) => ({ type: key, name, ...field }))
  await writeItems('typeCategories', TypeCategory)
  await writeItems('statuses', CaseStatus)
  await writeList('statuses', 'transitions', CaseStatusTransition, ({ key }, to) => ({ from: key, to }))
  await writeItems('resolutions', CaseResolution)
  await writeItems('touchpoints', Touchpoint)
  await writeList('touchpoints', 'typeCategories', TouchpointGrant, ({ key }, typeCategory, grant) => ({
    touchpoint: key,
    typeCategory: String(typeCategory).split('\0'),
    ...grant,
  }))
  await writeItems('persons', Person)
  await writeList('persons', 'typeCodes', OperatorType, (_item, type, _element, ref) => ({ operator: ref?.id, type }))
  await writeList('groups', 'typeCodes', OperatorGroupType, (_item, type, _element, ref) => ({ group: ref?.id, type }))
  await writeMemberships(effects)
  await raiseVersions('groups', OperatorGroup)
  await raiseVersions('persons', Person)
  return written

  async function writeItems<Entity extends object>(section: Section, entity: EntityName<Entity>): Promise<void> {
    const sent = items(section)
    const changed: ChangedRow[] = sent.flatMap(({ item, stored, values, differences, ref }) => {
      if (!stored || differences.length === 0) return []
      if (differences.some(({ path }) => path.length === 1 && path[0] !== 'fields')) written++
      return [changedRow(item, stored, values, ref)]
    })
    for (const other of effects.others) {
      if (other.section !== section || !('stored' in other)) continue
      written++
      changed.push(changedRow({ section, key: other.key }, other.stored, other.values))
    }
    // Only one row can be the default, so the former one is written first.
    await updateRows(
      em,
      entity,
      changed.filter(({ after }) => after['isDefault'] !== true),
    )
    await updateRows(
      em,
      entity,
      changed.filter(({ after }) => after['isDefault'] === true),
    )
    const added = sent.filter(({ stored }) => !stored)
    const ids = await insertRows(
      em,
      entity,
      added.map(({ item, values }) => ({ ...rowOf(item, values), version: 1 })),
    )
    for (const [index, { ref }] of added.entries()) if (ref) ref.id = ids[index]!
    written += added.length
  }

  async function writeList<Entity extends object>(
    section: Section,
    list: ListName,
    entity: EntityName<Entity>,
    toRow: (item: Item, key: ElementKey, element: Row, ref: Ref | undefined) => Row,
  ): Promise<void> {
    const rows = { added: [] as Row[], changed: [] as ChangedRow[], removed: [] as Row[] }
    for (const { item, deltas, ref } of items(section)) {
      const delta = deltas[list]
      if (!delta) continue
      const rowIn = (elements: typeof delta.before) => (key: ElementKey) =>
        toRow(item, key, Object(elements.get(key)) as Row, ref)
      const [before, after] = [rowIn(delta.before), rowIn(delta.after)]
      for (const key of delta.added) rows.added.push(after(key))
      for (const key of delta.changed) rows.changed.push({ before: before(key), after: after(key) })
      for (const key of delta.removed) rows.removed.push(before(key))
    }
    await writeListRows(entity, rows)
  }

  async function writeMemberships({ memberships }: Effects): Promise<void> {
    const rowsOf = (wanted: boolean) =>
      memberships.flatMap(({ group, person, isMember }) =>
        isMember === wanted ? [{ operator: person.id, group: group.id }] : [],
      )
    await writeListRows(OperatorGroupMember, { added: rowsOf(true), changed: [], removed: rowsOf(false) })
  }

  async function writeListRows<Entity extends object>(
    entity: EntityName<Entity>,
    { added, changed, removed }: { added: Row[]; changed: ChangedRow[]; removed: Row[] },
  ): Promise<void> {
    await deleteRows(em, entity, removed)
    await updateRows(em, entity, changed)
    await insertRows(em, entity, added)
    written += added.length + changed.length + removed.length
  }

  /** Of groups and persons that change only because the other side of a membership does. */
  async function raiseVersions(section: 'groups' | 'persons', entity: typeof Person | typeof OperatorGroup) {
    const ids = effects.others.flatMap((other) => (other.section === section && 'ref' in other ? [other.ref.id!] : []))
    if (ids.length === 0) return
    await em.nativeUpdate(entity as typeof Person, { id: { $in: ids } }, { version: raw<number>('version + 1') })
  }
}

function changedRow(
  item: Pick<Item, 'section' | 'key'> & Partial<Item>,
  { values: stored, version }: NonNullable<Planned['stored']>,
  values: Values,
  ref?: Ref,
): ChangedRow {
  const id = ref && { id: ref.id }
  return {
    before: { ...id, ...rowOf(item, stored), version },
    after: { ...rowOf(item, values), version: version + 1 },
  }
}

/** The row of an item without its version. */
function rowOf({ section, key, members }: Pick<Item, 'section' | 'key'> & Partial<Item>, values: Values): Row {
  switch (section) {
    case 'typeCategories': {
      const [type, category] = key.split('\0')
      const { active, appVisible, defaultAnswer, groupName } = values
      return { type, category, active, appVisible, defaultAnswer, group: (groupName as Ref | null)?.id ?? null }
    }
    case 'statuses': {
      const { active, closed, default: isDefault } = values
      return { name: key, active, closed, isDefault }
    }
    case 'resolutions': {
      const { active, default: isDefault } = values
      return { name: key, active, isDefault }
    }
    case 'groups':
      return { name: values['name'], active: values['active'] }
    case 'persons': {
      const { email, firstname, active, blocked, subject } = values
      const { login: kind } = members as Members['persons']
      return { kind, email, emailKey: emailKey(String(email)), firstname, active, blocked, subject }
    }
    default:
      return { ...(values as Row), code: key }
  }
}
