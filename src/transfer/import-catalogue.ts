import type { ImportFile } from './import-format.ts'
import type { Known } from './reference-data.ts'
import type { Queryable } from '../database/statement.ts'
import { upsert } from './upsert.ts'

/** Writes categories, types, statuses, resolutions and touchpoints; gives the number of rows that changed. */
export async function importCatalogue(database: Queryable, file: ImportFile, known: Known): Promise<number> {
  const counts = [
    await importCategories(database, file),
    await importTypes(database, file, known),
    await importTypeCategories(database, file),
    await importStatuses(database, file),
    await importTransitions(database, file),
    await importResolutions(database, file),
    await importTouchpoints(database, file),
    await importGrants(database, file),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}

function importCategories(database: Queryable, { categories }: ImportFile): Promise<number> {
  const table = {
    name: 'case_categories',
    key: { code: 'text' },
    values: { name: 'text', active: 'boolean', system: 'boolean' },
  }
  const rows = [...categories.items.values()].map(({ code, name, active, system }) => ({
    code,
    name,
    active: active ?? true,
    system: system ?? false,
  }))
  return upsert(database, table, rows)
}

async function importTypes(database: Queryable, { types }: ImportFile, known: Known): Promise<number> {
  const table = { name: 'case_types', key: { code: 'text' }, values: { name: 'text', active: 'boolean' } }
  const fieldTable = {
    name: 'case_type_fields',
    key: { type_code: 'text', name: 'text' },
    values: {
      position: 'int',
      label: 'text',
      kind: 'text',
      minimum: 'double precision',
      maximum: 'double precision',
      scale: 'int',
    },
  }
  const items = [...types.items.values()]
  const rows = items.map(({ code, name, active }) => ({ code, name, active: active ?? true }))
  const fieldRows = items.flatMap(({ code }) =>
    (known.fields.get(code) ?? []).map((field, index) => ({ ...field, type_code: code, position: index + 1 })),
  )
  return (await upsert(database, table, rows)) + (await upsert(database, fieldTable, fieldRows))
}

function importTypeCategories(database: Queryable, { typeCategories }: ImportFile): Promise<number> {
  const table = {
    name: 'case_type_categories',
    key: { type_code: 'text', category_code: 'text' },
    values: { active: 'boolean', app_visible: 'boolean', default_answer: 'text' },
  }
  const rows = [...typeCategories.items.values()].map((pair) => ({
    type_code: pair.typeCode,
    category_code: pair.categoryCode,
    active: pair.active ?? true,
    app_visible: pair.appVisible ?? false,
    default_answer: pair.defaultAnswer ?? null,
  }))
  return upsert(database, table, rows)
}

function importStatuses(database: Queryable, { statuses }: ImportFile): Promise<number> {
  const table = { name: 'case_statuses', key: { name: 'text' }, values: { active: 'boolean', closed: 'boolean' } }
  const rows = [...statuses.items.values()].map(({ name, active, closed }) => ({
    name,
    active: active ?? true,
    closed: closed ?? false,
  }))
  return upsert(database, table, rows)
}

function importTransitions(database: Queryable, { transitions }: ImportFile): Promise<number> {
  const table = { name: 'case_status_transitions', key: { from_status: 'text', to_status: 'text' }, values: {} }
  const rows = [...transitions.items.values()].map(({ from, to }) => ({ from_status: from, to_status: to }))
  return upsert(database, table, rows)
}

function importResolutions(database: Queryable, { resolutions }: ImportFile): Promise<number> {
  const table = { name: 'case_resolutions', key: { name: 'text' }, values: { active: 'boolean' } }
  const rows = [...resolutions.items.values()].map(({ name, active }) => ({ name, active: active ?? true }))
  return upsert(database, table, rows)
}

function importTouchpoints(database: Queryable, { touchpoints }: ImportFile): Promise<number> {
  const table = {
    name: 'touchpoints',
    key: { code: 'text' },
    values: { name: 'text', all_type_categories: 'boolean' },
  }
  const rows = [...touchpoints.items.values()].map(({ code, name, allTypeCategories }) => ({
    code,
    name,
    all_type_categories: allTypeCategories ?? false,
  }))
  return upsert(database, table, rows)
}

function importGrants(database: Queryable, { touchpoints }: ImportFile): Promise<number> {
  const table = {
    name: 'touchpoint_grants',
    key: { touchpoint_code: 'text', type_code: 'text', category_code: 'text' },
    values: { modify_cases: 'boolean' },
  }
  const rows = [...touchpoints.items.values()].flatMap(({ code, typeCategories }) =>
    (typeCategories ?? []).map(({ typeCode, categoryCode, modifyCases }) => ({
      touchpoint_code: code,
      type_code: typeCode,
      category_code: categoryCode,
      modify_cases: modifyCases ?? false,
    })),
  )
  return upsert(database, table, rows)
}
