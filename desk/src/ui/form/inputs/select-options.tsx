import { graphql } from '../../../gql'
import type { TypeCategoryFragment } from '../../../gql/graphql'
import type { CaseValue } from '../../words/case-values'

export const TypeCategory = graphql(`
  fragment TypeCategory on CaseTypeCategory {
    caseTypeCode
    caseTypeName
    caseCategoryCode
    caseCategoryName
    defaultAnswer
    fields {
      ...FieldDefinition
      name
    }
  }
`)

/** Both codes together identify a type category. */
export function typeCategoryKey({ caseTypeCode, caseCategoryCode }: TypeCategoryFragment): string {
  return JSON.stringify([caseTypeCode, caseCategoryCode])
}

/** The options of a select. Each value is the key. */
export function typeCategoryOptions(typeCategories: readonly TypeCategoryFragment[]) {
  return typeCategories.map((each) => (
    <option key={typeCategoryKey(each)} value={typeCategoryKey(each)}>
      {`${each.caseCategoryName}: ${each.caseTypeName}`}
    </option>
  ))
}

/** The options of a select, each a value with its label. */
export function pairOptions(pairs: Iterable<readonly [value: string, label: string]>) {
  return Array.from(pairs, ([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** The options of a select for a value of a case: its own, or those that the service offers. */
export function valueOptions({ names }: CaseValue, offered: readonly { name: string; active?: boolean }[]) {
  if (names) return pairOptions(Object.entries(names))
  return pairOptions(offered.map(({ name, active = true }) => [name, active ? name : `${name} (inactive)`]))
}
