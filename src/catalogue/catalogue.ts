import type { FieldDefinition } from '../cases/case-data.rules.ts'
import { statement } from '../database/statement.ts'
import { InternalError } from '../errors.ts'
import { pairKey } from './type-category-key.ts'

export interface CaseCategory {
  code: string
  name: string
  active: boolean
  system: boolean
}

export interface CaseType {
  code: string
  name: string
  active: boolean
  /** In the order in which they are defined and checked. */
  fields: FieldDefinition[]
}

export interface TypeCategory {
  type: CaseType
  category: CaseCategory
  active: boolean
  appVisible: boolean
  defaultAnswer: string | null
}

export interface Touchpoint {
  code: string
  /** Grants every pair for lookups and moves, not the changing of cases. */
  allTypeCategories: boolean
  /** The granted pairs; true where the touchpoint may modify their cases. */
  grants: ReadonlyMap<TypeCategory, boolean>
}

/** Everything that rules and lookups need to know besides the case, as it was at one revision. Never changed. */
export interface Catalogue {
  revision: string
  categories: ReadonlyMap<string, CaseCategory>
  types: ReadonlyMap<string, CaseType>
  /** By pairKey, in the order of lookups: by the names of category and type, then by their codes. */
  pairs: ReadonlyMap<string, TypeCategory>
  statuses: ReadonlyMap<string, { name: string; active: boolean }>
  resolutions: ReadonlyMap<string, { name: string; active: boolean }>
  /** The statuses that may follow; a status without an entry may be followed by any. */
  transitions: ReadonlyMap<string, ReadonlySet<string>>
  touchpoints: ReadonlyMap<string, Touchpoint>
}

export interface CatalogueRow {
  revision: string
  categories: CaseCategory[]
  types: Omit<CaseType, 'fields'>[]
  fields: (FieldDefinition & { type: string })[]
  pairs: { type: string; category: string; active: boolean; appVisible: boolean; defaultAnswer: string | null }[]
  statuses: { name: string; active: boolean }[]
  resolutions: { name: string; active: boolean }[]
  transitions: { from: string; to: string }[]
  touchpoints: { code: string; all: boolean; types: string[]; categories: string[]; modify: boolean[] }[]
}

/** One statement, so that all of it is of one snapshot; one row a touchpoint, or a million grants stall the process. */
export const loadCatalogue = statement<CatalogueRow>(`
select
  revision,
  (select coalesce(json_agg(json_build_object('code', code, 'name', name, 'active', active, 'system', system)), '[]')
   from case_categories) as categories,
  (select coalesce(json_agg(json_build_object('code', code, 'name', name, 'active', active)), '[]')
   from case_types) as types,
  (select coalesce(json_agg(json_build_object('type', type_code, 'name', name, 'label', label, 'kind', kind,
     'minimum', minimum, 'maximum', maximum, 'scale', scale) order by type_code, position), '[]')
   from case_type_fields) as fields,
  (select coalesce(json_agg(json_build_object('type', type_code, 'category', category_code, 'active', p.active,
     'appVisible', app_visible, 'defaultAnswer', default_answer)
     order by c.name collate "C", t.name collate "C", c.code collate "C", t.code collate "C"), '[]')
   from case_type_categories p
   join case_types t on t.code = p.type_code
   join case_categories c on c.code = p.category_code) as pairs,
  (select coalesce(json_agg(json_build_object('name', name, 'active', active) order by name collate "C"), '[]')
   from case_statuses) as statuses,
  (select coalesce(json_agg(json_build_object('name', name, 'active', active) order by name collate "C"), '[]')
   from case_resolutions) as resolutions,
  (select coalesce(json_agg(json_build_object('from', from_status, 'to', to_status)), '[]')
   from case_status_transitions) as transitions,
  (select coalesce(json_agg(json_build_object('code', t.code, 'all', t.all_type_categories,
     'types', coalesce(g.types, '[]'), 'categories', coalesce(g.categories, '[]'), 'modify', coalesce(g.modify, '[]'))),
     '[]')
   from touchpoints t
   left join (
     select touchpoint_code, json_agg(type_code) as types, json_agg(category_code) as categories,
       json_agg(modify_cases) as modify
     from touchpoint_grants
     group by touchpoint_code
   ) g on g.touchpoint_code = t.code) as touchpoints
from catalogue_revision`)

export function buildCatalogue(row: CatalogueRow): Catalogue {
  const categories = new Map(row.categories.map((category) => [category.code, category]))
  const types = new Map(row.types.map((type): [string, CaseType] => [type.code, { ...type, fields: [] }]))
  for (const { type, ...field } of row.fields) existing(types, type).fields.push(field)

  const pairs = new Map<string, TypeCategory>()
  for (const { type, category, ...pair } of row.pairs) {
    const parts = { type: existing(types, type), category: existing(categories, category) }
    pairs.set(pairKey({ typeCode: type, categoryCode: category }), { ...parts, ...pair })
  }

  const transitions = new Map<string, Set<string>>()
  for (const { from, to } of row.transitions) transitions.set(from, (transitions.get(from) ?? new Set()).add(to))

  const touchpoints = new Map<string, Touchpoint>()
  for (const { code, all, types, categories, modify } of row.touchpoints) {
    const grants = new Map<TypeCategory, boolean>()
    types.forEach((typeCode, i) => {
      const pair = existing(pairs, pairKey({ typeCode, categoryCode: categories[i] ?? '' }))
      grants.set(pair, modify[i] === true)
    })
    touchpoints.set(code, { code, allTypeCategories: all, grants })
  }

  return {
    revision: row.revision,
    categories,
    types,
    pairs,
    statuses: new Map(row.statuses.map((status) => [status.name, status])),
    resolutions: new Map(row.resolutions.map((resolution) => [resolution.name, resolution])),
    transitions,
    touchpoints,
  }
}

/** Foreign keys and the one snapshot promise that it is there. */
function existing<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key)
  if (value === undefined) throw new InternalError(`The catalogue misses ${JSON.stringify(key)}.`)
  return value
}
