import type { Viewer } from '../../viewer/viewer.ts'
import {
  activeResolutions,
  availableTypeCategories as typeCategoriesOf,
  followingStatuses,
  offeredTo,
} from '../../catalogue/available.rules.ts'
import { type Catalogue, typeCategoryKey, type FieldDefinition } from '../../catalogue/catalogue.ts'
import { catalogueOf, fromCatalogue, offeredFields } from '../../catalogue/catalogue-of.ts'
import { toRecord } from '../../catalogue/lookup/lookup.ts'
import type { AuthenticatedContext } from '../../context.ts'
import { permissionsOf } from '../access/case-permissions.ts'
import type { CaseRow } from '../case-facts.ts'
import { completeCaseData, valueOf } from '../values/case-data.rules.ts'
import type { CaseValue } from '../case.entity.ts'

/** What updateCase accepts for a case now: its own value, and others. Nothing if the caller may not update it. */
const ifUpdatable =
  <Value>(
    read: (current: CaseRow, catalogue: Catalogue, viewer: Viewer) => [own: Value | undefined, others: Value[]],
  ) =>
  async (context: AuthenticatedContext, row: CaseRow): Promise<Value[]> => {
    const { update } = await permissionsOf(context, row)
    if (!update.allowed) return []
    const [own, others] = read(row, await catalogueOf(context), context.viewer)
    return own === undefined || others.includes(own) ? others : [own, ...others]
  }

export const availableStatuses = ifUpdatable(({ status }, catalogue, { login }) => [
  catalogue.statuses.get(status),
  offeredTo(login, followingStatuses(status, catalogue)),
])

export const availableResolutions = ifUpdatable(({ resolution }, catalogue, { login }) => [
  catalogue.resolutions.get(resolution),
  offeredTo(login, activeResolutions(catalogue)),
])

const availableMoves = ifUpdatable((current, catalogue, { touchpointCode }) => [
  catalogue.typeCategories.get(typeCategoryKey(current)),
  typeCategoriesOf(touchpointCode, catalogue),
])

export async function availableTypeCategories(context: AuthenticatedContext, row: CaseRow) {
  return (await availableMoves(context, row)).map(toRecord)
}

/** A field that the case's type defines, with the case's value. */
export type CaseField = FieldDefinition & { value: CaseValue | null }

/** The fields of the case's type that the caller is offered, in order. A field that was defined after the data was stored has the value null. */
export async function caseFields(context: AuthenticatedContext, { typeCode, caseData }: CaseRow): Promise<CaseField[]> {
  const { types } = await catalogueOf(context)
  const type = types.get(typeCode)
  return (type ? offeredFields(context, type) : []).map((field) => ({ ...field, value: valueOf(caseData, field.name) }))
}

/** The data of the case, with null for fields that need no value and have none. Not a promise if nothing is loaded. */
export function caseData(context: AuthenticatedContext, { typeCode, caseData }: CaseRow) {
  return fromCatalogue(context, ({ types }) => completeCaseData(types.get(typeCode)?.fields ?? [], caseData))
}
