import type { EntityManager } from '@mikro-orm/postgresql'
import {
  CaseCategory,
  CaseResolution,
  CaseStatus,
  CaseStatusTransition,
  CaseType,
  TypeCategory,
  CaseTypeField,
} from '../../catalogue/catalogue.entity.ts'
import type { ImportFile, Section } from '../format/import-format.ts'
import { importRows } from './import-rows.ts'
import type { ReferenceData } from './reference-data.ts'

/**
 * Writes categories, types, statuses and resolutions. Returns how many rows were inserted or updated. Each table comes after
 * the tables that it refers to. `groups` are the IDs of all groups by name.
 */
export async function importCatalogue(
  em: EntityManager,
  file: ImportFile,
  reference: ReferenceData,
  groups: ReadonlyMap<string, number>,
): Promise<number> {
  const { categories, types, typeCategories, statuses, transitions, resolutions } = file

  const categoryRows = categories.items.values().map(({ code, name, active, system }) => ({
    code,
    name,
    active: active ?? true,
    system: system ?? false,
  }))
  const typeRows = types.items.values().map(({ code, name, active }) => ({ code, name, active: active ?? true }))
  const fieldRows = types.items
    .values()
    .flatMap(({ code }) =>
      (reference.fields.get(code) ?? []).map((field, index) => ({ ...field, type: code, position: index + 1 })),
    )
  const typeCategoryRows = typeCategories.items
    .values()
    .map(({ typeCode, categoryCode, active, appVisible, defaultAnswer, groupName }) => ({
      type: typeCode,
      category: categoryCode,
      active: active ?? true,
      appVisible: appVisible ?? false,
      defaultAnswer: defaultAnswer ?? null,
      ...(groupName !== undefined && { group: groupName === null ? null : groups.get(groupName)! }),
    }))
  const statusRows = statuses.items.values().map(({ name, active, closed, default: isDefault }) => ({
    name,
    active: active ?? true,
    closed: closed ?? false,
    isDefault: isDefault ?? false,
  }))
  const transitionRows = transitions.items.values()
  const resolutionRows = resolutions.items.values().map(({ name, active, default: isDefault }) => ({
    name,
    active: active ?? true,
    isDefault: isDefault ?? false,
  }))

  return (
    (await clearFormerDefault(em, CaseStatus, statuses)) +
    (await clearFormerDefault(em, CaseResolution, resolutions)) +
    (await importRows(em, CaseCategory, categoryRows)) +
    (await importRows(em, CaseType, typeRows)) +
    (await importRows(em, CaseTypeField, fieldRows)) +
    (await importRows(em, TypeCategory, typeCategoryRows)) +
    (await importRows(em, CaseStatus, statusRows)) +
    (await importRows(em, CaseStatusTransition, transitionRows)) +
    (await importRows(em, CaseResolution, resolutionRows))
  )
}

/** Only one row can be the default. If a row of the file becomes the default, clears the mark of the former one. */
async function clearFormerDefault(
  em: EntityManager,
  entity: typeof CaseStatus | typeof CaseResolution,
  { items }: Section<{ name: string; default?: boolean | null | undefined }>,
): Promise<number> {
  const next = items.values().find((item) => item.default)
  const former =
    next && (await em.findOne(entity as typeof CaseResolution, { isDefault: true, name: { $ne: next.name } }))
  if (!former) return 0
  former.isDefault = false
  await em.flush()
  em.clear()
  return 1
}
