import { Select } from '@primer/react'
import { graphql } from './gql'
import type { PairFragment } from './gql/graphql'

export const Pair = graphql(`
  fragment Pair on CaseTypeCategory {
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

/** Both codes together identify a pair. */
export function pairKey({ caseTypeCode, caseCategoryCode }: PairFragment): string {
  return JSON.stringify([caseTypeCode, caseCategoryCode])
}

/** The options of a select. */
export function pairOptions(pairs: readonly PairFragment[]) {
  return pairs.map((pair) => (
    <Select.Option key={pairKey(pair)} value={pairKey(pair)}>
      {`${pair.caseCategoryName}: ${pair.caseTypeName}`}
    </Select.Option>
  ))
}

/** The options of a select. Each value is the name, after the prefix. */
export function nameOptions(names: readonly string[], prefix = '') {
  return names.map((name) => (
    <Select.Option key={name} value={prefix + name}>
      {name}
    </Select.Option>
  ))
}
