import { useRef, useState } from 'react'
import { useClient } from 'urql'
import { useSearchParams } from 'wouter'
import { textOf } from '../form/problem-list'
import { requestProblem } from '../form/problems'
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
  const [found, setFound] = useState<number | null>(null)
  const isStopped = useRef(false)

  /** Returns what went wrong, or nothing. Then nothing is selected, as if it was stopped. */
  async function selectAll(): Promise<string> {
    isStopped.current = false
    const query = filterFrom(parameters, viewer)
    const cases: SelectedCase[] = []
    let after: string | null = null
    do {
      setFound(cases.length)
      const variables: CasesQueryVariables = { ...query, after }
      const { data, error } = await client.query(CasesQuery, variables, { requestPolicy: 'network-only' })
      if (isStopped.current || !data?.cases) {
        setFound(null)
        return isStopped.current ? '' : textOf([requestProblem(error)])
      }
      for (const each of data.cases.nodes) cases.push(selectedCase(unmask(ListedCase, each)))
      after = data.cases.pageInfo.hasNextPage ? data.cases.pageInfo.endCursor : null
    } while (after !== null)
    selection.select(cases, true)
    setFound(null)
    return ''
  }
  /** `found` is the number of cases that have been found so far. Null if none are being looked for. */
  return { found, selectAll, stop: () => void (isStopped.current = true) }
}
