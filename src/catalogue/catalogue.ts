import { columns, type RowOf, typed } from '../database/statements/columns.ts'
import { columnsOf, jsonMembers } from '../database/statements/entity-columns.ts'
import { statement } from '../database/statements/statement.ts'
import { InternalError } from '../errors/internal-error.ts'
import type { LoginKind } from '../login-kinds.ts'
import * as sla from '../sla/sla.entity.ts'
import * as entities from './catalogue.entity.ts'

/** The key of a type category in maps and sets. No code contains NUL, so keys are unique. */
export function typeCategoryKey({ typeCode, categoryCode }: { typeCode: string; categoryCode: string }): string {
  return `${typeCode}\0${categoryCode}`
}

const categoryColumns = columnsOf(entities.CaseCategory)
const typeColumns = columnsOf(entities.CaseType)
const { position: _position, ...fieldColumns } = columnsOf(entities.CaseTypeField)
const typeCategoryColumns = columnsOf(entities.TypeCategory)
const statusColumns = columnsOf(entities.CaseStatus)
const resolutionColumns = columnsOf(entities.CaseResolution)
const calendarColumns = columnsOf(sla.Calendar)
const policyColumns = columnsOf(sla.SlaPolicy)
const tagColumns = columnsOf(entities.Tag)
const replyColumns = columnsOf(entities.SavedReply)

export type CaseCategory = RowOf<typeof categoryColumns>
export type CaseStatus = RowOf<typeof statusColumns>
export type CaseResolution = RowOf<typeof resolutionColumns>
export type Calendar = RowOf<typeof calendarColumns>
export type SlaPolicy = RowOf<typeof policyColumns>
export type Tag = RowOf<typeof tagColumns>
export type Reply = RowOf<typeof replyColumns>

/** A field that a case type defines for the `caseData` of its cases. */
export type FieldDefinition = Omit<RowOf<typeof fieldColumns>, 'typeCode'>

export interface CaseType extends RowOf<typeof typeColumns> {
  /** In the order in which they are defined and checked. */
  fields: FieldDefinition[]
}

export interface TypeCategory extends Omit<RowOf<typeof typeCategoryColumns>, 'typeCode' | 'categoryCode'> {
  type: CaseType
  category: CaseCategory
}

export interface Touchpoint {
  code: string
  name: string
  /** Grants all type categories for lookups and moves, but not for modifying cases. */
  allTypeCategories: boolean
  /** The granted type categories; true if the touchpoint may modify their cases. */
  grants: ReadonlyMap<TypeCategory, boolean>
  /** Those whose cases the touchpoint may modify, because lists need them often. */
  modifiable: readonly TypeCategory[]
  logins: readonly LoginKind[]
  registers: readonly LoginKind[]
  version: number
}

/**
 * The configuration that rules and lookups use, at one revision. Immutable. Maps are by code or name. Their order is that of the
 * names by code point, of the labels for replies, and of the codes for tags and touchpoints.
 */
export interface Catalogue {
  revision: string
  categories: ReadonlyMap<string, CaseCategory>
  types: ReadonlyMap<string, CaseType>
  /** By typeCategoryKey, in the order of lookups: by the names of category and type, then by their codes. */
  typeCategories: ReadonlyMap<string, TypeCategory>
  statuses: ReadonlyMap<string, CaseStatus>
  resolutions: ReadonlyMap<string, CaseResolution>
  /** The statuses that may follow a status, by code point. A status without an entry may be followed by any. */
  transitions: ReadonlyMap<string, ReadonlySet<string>>
  touchpoints: ReadonlyMap<string, Touchpoint>
  calendars: ReadonlyMap<string, Calendar>
  slaPolicies: ReadonlyMap<string, SlaPolicy>
  tags: ReadonlyMap<string, Tag>
  replies: ReadonlyMap<string, Reply>
}

const catalogueColumns = columns({
  revision: 'uuid',
  categories: typed<CaseCategory[]>('json'),
  types: typed<RowOf<typeof typeColumns>[]>('json'),
  fields: typed<RowOf<typeof fieldColumns>[]>('json'),
  typeCategories: typed<RowOf<typeof typeCategoryColumns>[]>('json'),
  statuses: typed<CaseStatus[]>('json'),
  resolutions: typed<CaseResolution[]>('json'),
  transitions: typed<{ from: string; to: string }[]>('json'),
  touchpoints: typed<TouchpointRow[]>('json'),
  calendars: typed<Calendar[]>('json'),
  slaPolicies: typed<SlaPolicy[]>('json'),
  tags: typed<Tag[]>('json'),
  replies: typed<Reply[]>('json'),
})

interface TouchpointRow extends Pick<Touchpoint, 'code' | 'name' | 'logins' | 'registers' | 'version'> {
  all: boolean
  typeCodes: string[]
  categoryCodes: string[]
  modify: boolean[]
}

export type CatalogueRow = RowOf<typeof catalogueColumns>

/** The rows of a query as an array of JSON objects with these members. */
const allOf = (members: string, order: string, from: string) =>
  `(select coalesce(json_agg(json_build_object(${members}) order by ${order}), '[]') from ${from})`

// One statement, so that everything comes from one snapshot. One array for each touchpoint: objects for a million grants
// would block the process.
export const loadCatalogue = statement(
  `
select
  revision,
  ${allOf(jsonMembers('c', categoryColumns), 'name collate "C", code collate "C"', 'case_categories c')} as categories,
  ${allOf(jsonMembers('t', typeColumns), 'name collate "C", code collate "C"', 'case_types t')} as types,
  ${allOf(jsonMembers('f', fieldColumns), 'type_code, position', 'case_type_fields f')} as fields,
  ${allOf(
    jsonMembers('tc', typeCategoryColumns),
    'c.name collate "C", t.name collate "C", c.code collate "C", t.code collate "C"',
    'case_type_categories tc join case_types t on t.code = tc.type_code join case_categories c on c.code = tc.category_code',
  )} as type_categories,
  ${allOf(jsonMembers('s', statusColumns), 'name collate "C"', 'case_statuses s')} as statuses,
  ${allOf(jsonMembers('r', resolutionColumns), 'name collate "C"', 'case_resolutions r')} as resolutions,
  ${allOf("'from', from_status, 'to', to_status", 'to_status collate "C"', 'case_status_transitions')} as transitions,
  ${allOf(
    `'code', t.code, 'name', t.name, 'all', t.all_type_categories, 'logins', t.logins, 'registers', t.registers,
      'version', t.version, 'typeCodes', coalesce(g.type_codes, '[]'), 'categoryCodes', coalesce(g.category_codes, '[]'),
      'modify', coalesce(g.modify, '[]')`,
    't.code collate "C"',
    `touchpoints t
      left join (
        select touchpoint_code, json_agg(type_code) as type_codes, json_agg(category_code) as category_codes,
          json_agg(modify_cases) as modify
        from touchpoint_grants
        group by touchpoint_code
      ) g on g.touchpoint_code = t.code`,
  )} as touchpoints,
  ${allOf(jsonMembers('c', calendarColumns), 'name collate "C", code collate "C"', 'sla_calendars c')} as calendars,
  ${allOf(jsonMembers('p', policyColumns), 'name collate "C", code collate "C"', 'sla_policies p')} as sla_policies,
  ${allOf(jsonMembers('t', tagColumns), 'code collate "C"', 'tags t')} as tags,
  ${allOf(jsonMembers('r', replyColumns), 'label collate "C", code collate "C"', 'saved_replies r')} as replies
from catalogue_revision`,
  catalogueColumns,
)

export function buildCatalogue(row: CatalogueRow): Catalogue {
  const categories = new Map(row.categories.map((category) => [category.code, category]))
  const types = new Map(row.types.map((type): [string, CaseType] => [type.code, { ...type, fields: [] }]))
  for (const { typeCode, ...field } of row.fields) existing(types, typeCode).fields.push(field)

  const typeCategories = new Map<string, TypeCategory>()
  for (const { typeCode, categoryCode, ...properties } of row.typeCategories) {
    const parts = { type: existing(types, typeCode), category: existing(categories, categoryCode) }
    typeCategories.set(typeCategoryKey({ typeCode, categoryCode }), { ...parts, ...properties })
  }

  const transitions = new Map<string, Set<string>>()
  for (const { from, to } of row.transitions) transitions.set(from, (transitions.get(from) ?? new Set()).add(to))

  const touchpoints = new Map<string, Touchpoint>()
  for (const { all, typeCodes, categoryCodes, modify, ...properties } of row.touchpoints) {
    const grants = new Map<TypeCategory, boolean>()
    typeCodes.forEach((typeCode, i) => {
      const key = typeCategoryKey({ typeCode, categoryCode: categoryCodes[i] ?? '' })
      grants.set(existing(typeCategories, key), modify[i] === true)
    })
    const modifiable = Array.from(grants).flatMap(([typeCategory, modifies]) => (modifies ? typeCategory : []))
    touchpoints.set(properties.code, { ...properties, allTypeCategories: all, grants, modifiable })
  }

  return {
    revision: row.revision,
    categories,
    types,
    typeCategories,
    statuses: new Map(row.statuses.map((status) => [status.name, status])),
    resolutions: new Map(row.resolutions.map((resolution) => [resolution.name, resolution])),
    transitions,
    touchpoints,
    calendars: new Map(row.calendars.map((calendar) => [calendar.code, calendar])),
    slaPolicies: new Map(row.slaPolicies.map((policy) => [policy.code, policy])),
    tags: new Map(row.tags.map((tag) => [tag.code, tag])),
    replies: new Map(row.replies.map((reply) => [reply.code, reply])),
  }
}

/** Foreign keys and the single snapshot guarantee that the key exists. */
function existing<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key)
  if (value === undefined) throw new InternalError(`The catalogue has no entry ${JSON.stringify(key)}.`)
  return value
}
