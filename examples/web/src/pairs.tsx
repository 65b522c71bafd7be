import { useMemo } from 'react'
import { useQuery } from 'urql'
import { visitor } from './demonstration'
import { graphql } from './gql'
import type { PairsQuery as PairsData } from './gql/graphql'
import { credentials, type Session } from './session'

const PairsQuery = graphql(`
  query Pairs {
    caseTypeCategories {
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
  }
`)

export type Pair = NonNullable<PairsData['caseTypeCategories']>[number]

/** The pairs of type and category that a case can be moved to. */
export function usePairs({ login }: Session): readonly Pair[] {
  const asVisitor = useMemo(() => ({ fetchOptions: { headers: credentials(visitor) } }), [])
  const context = login === 'OPERATOR' ? { context: asVisitor } : {}
  const [{ data }] = useQuery({ query: PairsQuery, ...context })
  return data?.caseTypeCategories ?? []
}

/** Both codes together identify a pair. */
export function pairKey(typeCode: string, categoryCode: string): string {
  return JSON.stringify([typeCode, categoryCode])
}

interface Properties {
  pairs: readonly Pair[]
  current: { typeCode: string; categoryCode: string }
}

/** The current pair of a case is listed first if no case can be moved to it. */
export function PairOptions({ pairs, current: { typeCode, categoryCode } }: Properties) {
  const isListed = pairs.some((pair) => pair.caseTypeCode === typeCode && pair.caseCategoryCode === categoryCode)
  return (
    <>
      {!isListed && <option value={pairKey(typeCode, categoryCode)}>{`${categoryCode}: ${typeCode}`}</option>}
      {pairs.map(({ caseTypeCode, caseCategoryCode, caseTypeName, caseCategoryName }) => {
        const key = pairKey(caseTypeCode, caseCategoryCode)
        return <option key={key} value={key}>{`${caseCategoryName}: ${caseTypeName}`}</option>
      })}
    </>
  )
}
