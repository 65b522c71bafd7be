import { createContext, useContext } from 'react'
import { titleOf } from '../labels/case-title'
import { TaggedCase } from '../labels/tags'
import type { Target } from '../change/assignee-input'
import { CaseValues } from '../change/case-values'
import { unmask } from '../gql'
import type { CaseValuesFragment, ListedCaseFragment } from '../gql/graphql'

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
