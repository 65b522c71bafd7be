import { createContext, useContext, useRef, useState } from 'react'
import { useClient } from 'urql'
import { useSearchParams } from 'wouter'
import { textOf } from '../../../ui/form/problems/problem-list'
import { requestProblem } from '../../../ui/form/problems/problems'
import { titleOf } from '../../../cases/labels/case-title'
import { TaggedCase } from '../../../cases/labels/tags'
import type { Target } from '../../../cases/change/assignee-input'
import { CaseValues } from '../../../cases/change/case-values'
import { unmask } from '../../../gql'
import type { CasesQueryVariables, CaseValuesFragment, ListedCaseFragment } from '../../../gql/graphql'
import { useViewer } from '../../../session/viewer'
import { filterFrom } from '../filter/filters'
import { CasesQuery, ListedCase } from './listed-case'

/** A case as the viewer saw it when selecting it. */
export interface SelectedCase {
  id: string
  version: number
  title: string
  typeCode: string
  categoryCode: string
  /** By the names of the values. */
  values: CaseValuesFragment
  /** The codes of its tags. */
  tags: readonly string[]
  /** Null if nobody has the case. */
  target: Target | null
}

/** The cases of the queue that are selected for a change of all of them. */
export interface Selection {
  cases: ReadonlyMap<string, SelectedCase>
  /** Selects the cases, or removes them from the selection. */
  select(cases: readonly SelectedCase[], isSelected: boolean): void
}

export const SelectionContext = createContext<Selection | null>(null)

export function useSelection(): Selection {
  const selection = useContext(SelectionContext)
  if (!selection) throw new Error('No selection is provided.')
  return selection
}

export function selectedCase(found: ListedCaseFragment): SelectedCase {
  const { id, version, typeCode, categoryCode, assignee, group } = found
  const target = assignee?.email ? { email: assignee.email } : group && { groupName: group.name }
  const tags = unmask(TaggedCase, found).tags.map(({ code }) => code)
  return { id, version, typeCode, categoryCode, values: unmask(CaseValues, found), tags, target, title: titleOf(found) }
}

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
