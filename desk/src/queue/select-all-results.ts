import { useState } from 'react'
import { useClient } from 'urql'
import { useSearchParams } from 'wouter'
import { unmask } from '../gql'
import type { CasesQueryVariables } from '../gql/graphql'
import { useViewer } from '../session/viewer'
import { filterFrom } from './filters'
import { CasesQuery, ListedCase } from './listed-case'
import { selectedCase, type SelectedCase, useSelection } from './selection'

/** Selects all cases of the list, also those that are not loaded. */
export function useSelectAllResults() {
  const client = useClient()
  const viewer = useViewer()
  const selection = useSelection()
  const [parameters] = useSearchParams()
  const [isSelecting, setSelecting] = useState(false)

  async function selectAll() {
    setSelecting(true)
    const query = filterFrom(parameters, viewer)
    const found: SelectedCase[] = []
    let after: string | null = null
    do {
      const variables: CasesQueryVariables = { ...query, after }
      const { data } = await client.query(CasesQuery, variables, { requestPolicy: 'network-only' })
      for (const each of data?.cases?.nodes ?? []) found.push(selectedCase(unmask(ListedCase, each)))
      after = data?.cases?.pageInfo.hasNextPage ? data.cases.pageInfo.endCursor : null
    } while (after !== null)
    selection.select(found, true)
    setSelecting(false)
  }
  return { isSelecting, selectAll }
}
