import type { LoginKind } from '../login-kinds.ts'
import type { SettableBy } from './catalogue.entity.ts'
import type { Catalogue, CaseResolution, CaseStatus, TypeCategory } from './catalogue.ts'

/** Whether a case may move into the type category: all of its parts are active, and it is granted to the touchpoint. */
export function isAvailable(typeCategory: TypeCategory, touchpointCode: string, { touchpoints }: Catalogue): boolean {
  const { active, type, category } = typeCategory
  const touchpoint = touchpoints.get(touchpointCode)
  const isGranted = touchpoint?.allTypeCategories || touchpoint?.grants.has(typeCategory)
  return active && type.active && category.active && isGranted === true
}

/** The type categories that cases can be created in, in the catalogue's order. System categories are never listed. */
export function availableTypeCategories(touchpointCode: string, catalogue: Catalogue): TypeCategory[] {
  return [...catalogue.typeCategories.values()].filter(
    (each) => !each.category.system && isAvailable(each, touchpointCode, catalogue),
  )
}

/** The active statuses that may follow the current one; for a new case, all active ones. */
export function followingStatuses(current: string | null, { statuses, transitions }: Catalogue): CaseStatus[] {
  const next = current === null ? undefined : transitions.get(current)
  return [...statuses.values()].filter(({ name, active }) => active && (next?.has(name) ?? true))
}

export function isClosed(status: string, { statuses }: Catalogue): boolean {
  return statuses.get(status)?.closed === true
}

export function activeResolutions({ resolutions }: Catalogue): CaseResolution[] {
  return [...resolutions.values()].filter(({ active }) => active)
}

/** The values or fields that a caller is offered: parties and consumers only those that are not for operators. */
export function offeredTo<Item extends { settableBy: SettableBy }>(login: LoginKind, items: readonly Item[]): Item[] {
  const isOffered = login === 'OPERATOR' || login === 'ADMIN' ? () => true : isSettableByAll
  return items.filter(isOffered)
}

export function isSettableByAll({ settableBy }: { settableBy: SettableBy }): boolean {
  return settableBy === 'ALL'
}

/** The name of the active default status or resolution. Undefined if there is none. */
export function defaultName(
  rows: ReadonlyMap<string, { name: string; active: boolean; isDefault: boolean }>,
): string | undefined {
  return rows.values().find(({ active, isDefault }) => active && isDefault)?.name
}

/** Whether the code is that of a system category. */
export function isSystem(categoryCode: string | null | undefined, catalogue: Catalogue): boolean {
  return categoryCode != null && catalogue.categories.get(categoryCode)?.system === true
}
