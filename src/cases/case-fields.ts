import type { RequestContext } from '../context.ts'
import type { FieldDefinition } from './case-data.rules.ts'
import type { CaseRow } from './case-facts.ts'

/** A field that the case's type defines, with the value that the case has for it. */
export type CaseField = FieldDefinition & { value: boolean | number | null }

/** The fields of the case's type in their order. One that was defined after the data was stored has no value. */
export async function caseFields(context: RequestContext, of: CaseRow): Promise<CaseField[]> {
  // Every operation that returns a case has set the viewer.
  const { types } = await context.catalogue.at(context.viewer!.revision)
  const fields = types.get(of.type_code)?.fields ?? []
  return fields.map((field) => ({ ...field, value: valueOf(of.case_data, field.name) }))
}

function valueOf(data: CaseRow['case_data'], name: string): boolean | number | null {
  return (Object.hasOwn(data, name) ? data[name] : null) ?? null
}
