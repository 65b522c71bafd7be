import { catalogueOf, fromCatalogue, offeredFields } from '../../catalogue/catalogue-of.ts'
import type { FieldDefinition } from '../../catalogue/catalogue.ts'
import type { AuthenticatedContext } from '../../context.ts'
import { completeCaseData, valueOf } from '../values/case-data.rules.ts'
import type { CaseValue } from '../case.entity.ts'
import type { CaseRow } from '../case-facts.ts'

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
