import { catalogueOf } from '../../catalogue/catalogue-of.ts'
import type { FieldDefinition } from '../../catalogue/field-definition.ts'
import type { AuthenticatedContext } from '../../context.ts'
import type { CaseRow } from '../case-facts.ts'

/** A field that the case's type defines, with the case's value. */
export type CaseField = FieldDefinition & { value: boolean | number | null }

/** The fields of the case's type, in order. A field that was defined after the data was stored has the value null. */
export async function caseFields(context: AuthenticatedContext, { typeCode, caseData }: CaseRow): Promise<CaseField[]> {
  const { types } = await catalogueOf(context)
  const fields = types.get(typeCode)?.fields ?? []
  return fields.map((field) => ({ ...field, value: valueOf(caseData, field.name) }))
}

function valueOf(data: CaseRow['caseData'], name: string): boolean | number | null {
  return (Object.hasOwn(data, name) ? data[name] : null) ?? null
}
