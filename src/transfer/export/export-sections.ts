import type { z } from 'zod'
import type { Catalogue, TypeCategory } from '../../catalogue/catalogue.ts'
import { field } from '../../configuration/items/field-format.ts'
import { grant, itemSchemas } from '../../configuration/items/item-formats.ts'
import type { Section } from '../../configuration/items/sections.ts'
import { slaGoal } from '../../configuration/items/sla-format.ts'
import type { ExportItem } from '../../database/json-file.ts'
import type { LoginKind } from '../../login-kinds.ts'

/** The values of the members of an item. Those that an import takes as absent are left out. */
function itemOf({ shape }: z.ZodObject, values: object): ExportItem {
  const members = Object.entries<z.ZodType>(shape).flatMap(([name, member]) => {
    const value = (values as ExportItem)[name] ?? null
    const isDefault = value === (member.meta()?.['default'] ?? null)
    return isDefault || name === 'expectedVersion' || (Array.isArray(value) && value.length === 0)
      ? []
      : [[name, value]]
  })
  return Object.fromEntries(members) as ExportItem
}

/** In the order of code points, so that it does not depend on the collation of the database. */
function inOrder<Value>(items: ReadonlyMap<string, Value>): Value[] {
  const keyed = Array.from(items, ([key, value]) => ({ bytes: Buffer.from(key), value }))
  return keyed.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ value }) => value)
}

const codesOf = ({ type, category }: TypeCategory) => ({ typeCode: type.code, categoryCode: category.code })

function grantsOf(grants: ReadonlyMap<TypeCategory, boolean>): ExportItem[] {
  const byKey = new Map(Array.from(grants, (each) => [Object.values(codesOf(each[0])).join('\0'), each]))
  return inOrder(byKey).map(([codes, modifyCases]) => itemOf(grant, { ...codesOf(codes), modifyCases }))
}

/** The items of a section in their order. `values`: the members of an item that differ from those of the catalogue. */
function section<Value extends object>(
  name: Section,
  items: ReadonlyMap<string, Value>,
  values: (value: Value) => object = () => ({}),
): ExportItem[] {
  return inOrder(items).map((value) => itemOf(itemSchemas[name], { ...value, ...values(value) }))
}

/** The sections of the catalogue. Secrets of touchpoints are left out, because the database has only their hashes. */
export function catalogueSections(catalogue: Catalogue, groupNames: ReadonlyMap<number, string>) {
  const { calendars, slaPolicies, tags, replies, statuses, transitions } = catalogue
  const isDefault = (value: { isDefault: boolean }) => ({ default: value.isDefault })
  return {
    touchpoints: section('touchpoints', catalogue.touchpoints, ({ grants }) => ({ typeCategories: grantsOf(grants) })),
    categories: section('categories', catalogue.categories),
    types: section('types', catalogue.types, ({ fields }) => ({ fields: fields.map((each) => itemOf(field, each)) })),
    typeCategories: section('typeCategories', catalogue.typeCategories, (each) => ({
      ...codesOf(each),
      groupName: each.groupId === null ? null : groupNames.get(each.groupId),
    })),
    // Without service levels, a file is one that former versions import.
    ...(calendars.size > 0 && { calendars: section('calendars', calendars) }),
    ...(slaPolicies.size > 0 && {
      slaPolicies: section('slaPolicies', slaPolicies, ({ goals }) => ({
        goals: goals.map((each) => itemOf(slaGoal, each)),
      })),
    }),
    ...(tags.size > 0 && { tags: section('tags', tags) }),
    ...(replies.size > 0 && { replies: section('replies', replies) }),
    statuses: section('statuses', statuses, isDefault),
    transitions: [...statuses.keys()].flatMap((from) =>
      Array.from(transitions.get(from) ?? [], (to) => ({ from, to })),
    ),
    resolutions: section('resolutions', catalogue.resolutions, isDefault),
  }
}

const typeCodes = (from: string) => `(select json_agg(type_code order by type_code collate "C") from ${from})`

const memberEmails = `(
    select json_agg(p.email order by p.email_key collate "C")
    from operator_group_members m
    join persons p on p.id = m.operator_id
    where m.group_id = t.id)`

// There can be many people, so they are queries for a cursor. Members that are null are left out.

/** `more`: further members in SQL. `among`: a query for the IDs of the persons. */
const persons = (kind: LoginKind, more = '', among?: string) => `
  select json_build_object(
    'email', t.email, 'firstname', t.firstname, 'active', nullif(t.active, true), 'blocked', nullif(t.blocked, false)${more}
  ) as item
  from persons t
  where kind = '${kind}'${among === undefined ? '' : ` and id in (${among})`}
  order by t.email_key collate "C"`

const groups = (more = '') => `
  select json_build_object('name', t.name, 'active', nullif(t.active, true)${more}) as item
  from operator_groups t
  order by t.name collate "C"`

const subject = `, 'subject', t.subject`

export const peopleSections = {
  admins: persons('ADMIN', subject),
  operators: persons('OPERATOR', `${subject}, 'typeCodes', ${typeCodes('operator_types where operator_id = t.id')}`),
  operatorGroups: groups(
    `, 'typeCodes', ${typeCodes('operator_group_types where group_id = t.id')}, 'memberEmails', ${memberEmails}`,
  ),
  parties: persons('PARTY', subject),
  consumers: persons('CONSUMER', subject),
}

/**
 * The condition that a case `c` is closed, has not changed since a time ($1), and that no other case was merged into it, even if it was merged
 * later itself: without it, nobody would know that the two other cases belong together.
 */
export const isClosedBefore = `c.status in (select name from case_statuses where closed) and c.updated_at < $1::timestamptz
  and not exists (select from cases merged where merged.merged_into_id = c.id)
  and not exists (select from case_merges m where m.direct_id = c.id)`

/** Ends a query for the cases to archive: those that have not changed for longest first, at most $2. */
export const archivedCases = `where ${isClosedBefore} order by c.updated_at, c.id limit $2::bigint`

const personsOfCases = `
      with archived as materialized (select c.id, c.party_id from cases c ${archivedCases})
      select party_id from archived
      union
      select actor_id from case_events where case_id in (select id from archived)
      union
      select imported_author_id from case_comments where case_id in (select id from archived)`

/** The people that the archived cases and their history refer to, without permissions. Of the parties and consumers, those of the cases. */
export const archivedPeople = {
  operators: persons('OPERATOR'),
  operatorGroups: groups(),
  parties: persons('PARTY', '', personsOfCases),
  consumers: persons('CONSUMER', '', personsOfCases),
}
