import type { Catalogue, FieldDefinition } from '../../catalogue/catalogue.ts'
import { termVector } from '../../search/terms.ts'
import type { CaseData, ChangedValue } from '../case.entity.ts'

/** The values of a case that it is found by. */
export interface SearchedValues {
  subject: string | null
  caseData: CaseData
}

/** A text in the case data that a case is found by: of a field of the kind `TEXT`, or the value or the label of a `CHOICE`. */
export interface SearchedField {
  text: string
  /** Absent if the type no longer defines it. */
  field: FieldDefinition | undefined
}

export function searchedFields(caseData: CaseData, fields: readonly FieldDefinition[]): SearchedField[] {
  return Object.entries(caseData).flatMap(([name, value]) => {
    if (typeof value !== 'string') return []
    const field = fields.find((each) => each.name === name)
    if (field && field.kind !== 'TEXT' && field.kind !== 'CHOICE') return []
    const choice = field?.choices.find((each) => each.value === value)
    return [...new Set([choice?.label ?? value, value])].map((text) => ({ text, field }))
  })
}

/** The texts of a case besides its comments. */
export function searchedTexts({ subject, caseData }: SearchedValues, fields: readonly FieldDefinition[]): string[] {
  const ofFields = searchedFields(caseData, fields).map(({ text }) => text)
  return subject === null ? ofFields : [subject, ...ofFields]
}

/** The terms of a case after a change. Undefined if it changes no value that the case is found by. The type decides which values of the case data are texts. */
export function termsAfter(
  {
    values,
    changes,
  }: { values: SearchedValues & { typeCode: string }; changes: readonly Pick<ChangedValue, 'path'>[] },
  { types }: Pick<Catalogue, 'types'>,
): string | undefined {
  const isFound = ({ path: [name] }: Pick<ChangedValue, 'path'>) =>
    name === 'subject' || name === 'caseData' || name === 'typeCode'
  return changes.some(isFound) ? termVector(searchedTexts(values, types.get(values.typeCode)?.fields ?? [])) : undefined
}

/** Writes the terms of cases, as a part of a statement. */
export const writingTerms = (rows: string) => `, terms as (
  insert into case_terms (case_id, terms)
  select id, case_terms from ${rows}
  on conflict (case_id) do update set terms = excluded.terms
)`
