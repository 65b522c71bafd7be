import type { Catalogue, FieldDefinition } from '../../catalogue/catalogue.ts'
import { termVector } from '../../search/terms.ts'
import type { CaseData, ChangedValue } from '../case.entity.ts'

/** The values of a case that it is found by. */
interface SearchedValues {
  subject: string | null
  caseData: CaseData
}

/** A text in the case data that a case is found by: of a field of the kind `TEXT`, or the value or the label of a `CHOICE`. */
interface SearchedField {
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

/** The terms of a case besides those of its comments. `fields` are those of its type, which decide what in the case data is a text. */
export function caseTerms({ subject, caseData }: SearchedValues, fields: readonly FieldDefinition[] = []): string {
  const ofFields = searchedFields(caseData, fields).map(({ text }) => text)
  return termVector(subject === null ? ofFields : [subject, ...ofFields])
}

interface ChangedValues {
  values: SearchedValues & { typeCode: string }
  changes: readonly ChangedValue[]
}

const isText = (value: unknown) => typeof value === 'string'

/** The terms of a case after a change. Undefined if they do not change. Numbers and booleans are not searched. */
export function caseTermsAfter(
  { values, changes }: ChangedValues,
  { types }: Pick<Catalogue, 'types'>,
): string | undefined {
  // If the data has a text, every change of the data recomputes the terms, because kinds and labels of its fields may have changed.
  const hasText = Object.values(values.caseData).some(isText)
  const mayDiffer = changes.some(({ path: [name], from, to }) => {
    if (name === 'caseData') return hasText || isText(from) || isText(to)
    return name === 'subject' || name === 'typeCode'
  })
  return mayDiffer ? caseTerms(values, types.get(values.typeCode)?.fields) : undefined
}

/** Writes the terms of cases, as a part of a statement. */
export const writingTerms = (rows: string) => `, terms as (
  insert into case_terms (case_id, terms)
  select id, case_terms from ${rows}
  on conflict (case_id) do update set terms = excluded.terms
)`
