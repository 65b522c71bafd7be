import { columnName, type RowOf, type Typed, typed } from '../database/statements/columns.ts'
import { columnsOf, jsonMembers } from '../database/statements/entity-columns.ts'
import { statement } from '../database/statements/statement.ts'
import { InternalError } from '../errors/internal-error.ts'
import { Calendar as CalendarEntity, SlaPolicy as SlaPolicyEntity } from '../sla/sla.entity.ts'
import * as entities from './catalogue.entity.ts'
import { Touchpoint as TouchpointEntity } from './touchpoint.entity.ts'

/** The key of a type category in maps and sets. No code contains NUL, so keys are unique. */
export function typeCategoryKey({ typeCode, categoryCode }: entities.TypeCategoryCodes): string {
  return `${typeCode}\0${categoryCode}`
}

/** A table, and the columns that its rows are sorted by. The last of them identifies a row. */
const sorted = <const E extends { readonly properties: object; readonly tableName: string }>(
  entity: E,
  ...order: ['code' | 'name', ...('code' | 'name')[]] | ['label', 'code']
) => ({ entity, columns: columnsOf(entity), order })

/** The sections that are read from one table each. */
export const tables = {
  categories: sorted(entities.CaseCategory, 'name', 'code'),
  types: sorted(entities.CaseType, 'name', 'code'),
  statuses: sorted(entities.CaseStatus, 'name'),
  resolutions: sorted(entities.CaseResolution, 'name'),
  calendars: sorted(CalendarEntity, 'name', 'code'),
  slaPolicies: sorted(SlaPolicyEntity, 'name', 'code'),
  tags: sorted(entities.Tag, 'code'),
  replies: sorted(entities.SavedReply, 'label', 'code'),
}

type Tables = typeof tables
type RowIn<Section extends keyof Tables> = RowOf<Tables[Section]['columns']>

function eachTable<Content>(of: (name: keyof Tables, table: Tables[keyof Tables]) => Content) {
  const contents = Object.entries(tables).map(([name, table]) => [name, of(name as keyof Tables, table)])
  return Object.fromEntries(contents) as Record<keyof Tables, Content>
}

const { position: _position, ...fields } = columnsOf(entities.CaseTypeField)
export const fieldColumns = fields
export const typeCategoryColumns = columnsOf(entities.TypeCategory)
const { sessionsRevokedAt: _revokedAt, ...ofTouchpoint } = columnsOf(TouchpointEntity)
export const touchpointColumns = ofTouchpoint

export type CaseCategory = RowIn<'categories'>
export type CaseStatus = RowIn<'statuses'>
export type CaseResolution = RowIn<'resolutions'>
export type Calendar = RowIn<'calendars'>
export type SlaPolicy = RowIn<'slaPolicies'>
export type Tag = RowIn<'tags'>
export type Reply = RowIn<'replies'>

/** A field that a case type defines for the `caseData` of its cases. */
export type FieldDefinition = Omit<RowOf<typeof fieldColumns>, 'typeCode'>

export interface CaseType extends RowIn<'types'> {
  /** In the order in which they are defined and checked. */
  fields: FieldDefinition[]
}

export interface TypeCategory extends Omit<RowOf<typeof typeCategoryColumns>, 'typeCode' | 'categoryCode'> {
  type: CaseType
  category: CaseCategory
}

export interface Touchpoint extends RowOf<typeof touchpointColumns> {
  /** The granted type categories; true if the touchpoint may modify their cases. */
  grants: ReadonlyMap<TypeCategory, boolean>
  /** Those whose cases the touchpoint may modify, because lists need them often. */
  modifiable: readonly TypeCategory[]
}

type Lists = { readonly [Section in Exclude<keyof Tables, 'types'>]: ReadonlyMap<string, RowIn<Section>> }

/**
 * The configuration that rules and lookups use, at one revision. Immutable. Maps are by code or name, in the order of their tables, by
 * code point. Touchpoints are in the order of their codes.
 */
export interface Catalogue extends Lists {
  revision: string
  types: ReadonlyMap<string, CaseType>
  /** By typeCategoryKey, in the order of lookups: by the names of category and type, then by their codes. */
  typeCategories: ReadonlyMap<string, TypeCategory>
  /** The statuses that may follow a status, by code point. A status without an entry may be followed by any. */
  transitions: ReadonlyMap<string, ReadonlySet<string>>
  touchpoints: ReadonlyMap<string, Touchpoint>
}

interface TouchpointRow extends RowOf<typeof touchpointColumns> {
  typeCodes: string[]
  categoryCodes: string[]
  modify: boolean[]
}

/** The rows of a query as an array of JSON objects with these members. */
const allOf = (members: string, order: string, from: string) =>
  `(select coalesce(json_agg(json_build_object(${members}) order by ${order}), '[]') from ${from})`

const byCodePoint = (names: readonly string[]) => names.map((name) => `${name} collate "C"`).join(', ')

const lists = {
  ...eachTable((_name, { entity: { tableName }, columns, order }) =>
    allOf(jsonMembers('o', columns), byCodePoint(order), `${tableName} o`),
  ),
  fields: allOf(jsonMembers('f', fieldColumns), 'type_code, position', 'case_type_fields f'),
  typeCategories: allOf(
    jsonMembers('tc', typeCategoryColumns),
    byCodePoint(['c.name', 't.name', 'c.code', 't.code']),
    'case_type_categories tc join case_types t on t.code = tc.type_code join case_categories c on c.code = tc.category_code',
  ),
  transitions: allOf("'from', from_status, 'to', to_status", byCodePoint(['to_status']), 'case_status_transitions'),
  // One array for each touchpoint: objects for a million grants would block the process.
  touchpoints: allOf(
    `${jsonMembers('t', touchpointColumns)}, 'typeCodes', coalesce(g.type_codes, '[]'),
      'categoryCodes', coalesce(g.category_codes, '[]'), 'modify', coalesce(g.modify, '[]')`,
    byCodePoint(['t.code']),
    `touchpoints t
      left join (
        select touchpoint_code, json_agg(type_code) as type_codes, json_agg(category_code) as category_codes,
          json_agg(modify_cases) as modify
        from touchpoint_grants
        group by touchpoint_code
      ) g on g.touchpoint_code = t.code`,
  ),
}

const catalogueColumns = {
  revision: 'uuid',
  ...(eachTable(() => 'json') as { [Section in keyof Tables]: Typed<RowIn<Section>[]> }),
  fields: typed<RowOf<typeof fieldColumns>[]>('json'),
  typeCategories: typed<RowOf<typeof typeCategoryColumns>[]>('json'),
  transitions: typed<{ from: string; to: string }[]>('json'),
  touchpoints: typed<TouchpointRow[]>('json'),
} as const

export type CatalogueRow = RowOf<typeof catalogueColumns>

// One statement, so that everything comes from one snapshot.
export const loadCatalogue = statement(
  `select revision, ${Object.entries(lists)
    .map(([name, list]) => `${list} as ${columnName(name)}`)
    .join(', ')} from catalogue_revision`,
  catalogueColumns,
)

export function buildCatalogue(row: CatalogueRow): Catalogue {
  const maps = eachTable((name, { order }) => {
    const key = order.at(-1) as never
    return new Map(row[name].map((each) => [each[key], each]))
  }) as unknown as Lists
  const { categories } = maps
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
  for (const { typeCodes, categoryCodes, modify, ...properties } of row.touchpoints) {
    const grants = new Map<TypeCategory, boolean>()
    typeCodes.forEach((typeCode, i) => {
      const key = typeCategoryKey({ typeCode, categoryCode: categoryCodes[i] ?? '' })
      grants.set(existing(typeCategories, key), modify[i] === true)
    })
    const modifiable = Array.from(grants).flatMap(([typeCategory, modifies]) => (modifies ? typeCategory : []))
    touchpoints.set(properties.code, { ...properties, grants, modifiable })
  }

  return { ...maps, revision: row.revision, types, typeCategories, transitions, touchpoints }
}

/** Foreign keys and the single snapshot guarantee that the key exists. */
function existing<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key)
  if (value === undefined) throw new InternalError(`The catalogue has no entry ${JSON.stringify(key)}.`)
  return value
}
