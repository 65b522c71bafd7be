import { Heading, Stack } from '@primer/react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { BulkAssign } from './bulk-assign'
import { CaseList } from './case-list'
import { filterFrom, QueueFilters } from './queue-filters'
import { type SelectedCase, type Selection, SelectionContext } from './selection'
import { TakeNext } from './take-next'
import { useViewer } from '../session/viewer'

export function QueuePage() {
  const { login } = useViewer()
  const [parameters] = useSearchParams()
  return (
    <Stack>
      <title>Cases</title>
      <Stack direction="horizontal" justify="space-between" align="center" wrap="wrap" gap="condensed">
        <Heading as="h2" variant="medium">
          {login === 'OPERATOR' ? 'Cases' : 'Your cases'}
        </Heading>
        {login === 'OPERATOR' && <TakeNext />}
      </Stack>
      <QueueFilters />
      {login === 'OPERATOR' ? (
        <Selectable key={parameters.toString()} />
      ) : (
        <CaseList key={parameters.toString()} {...filterFrom(parameters)} />
      )}
    </Stack>
  )
}

/** The list with a selection, which ends with the filter. */
function Selectable() {
  const [parameters] = useSearchParams()
  const [cases, setCases] = useState<ReadonlyMap<string, SelectedCase>>(new Map())
  const selection = useMemo<Selection>(
    () => ({
      cases,
      select(changed, isSelected) {
        setCases((current) => {
          const next = new Map(current)
          for (const each of changed) {
            if (isSelected) next.set(each.id, each)
            else next.delete(each.id)
          }
          return next
        })
      },
    }),
    [cases],
  )
  return (
    <SelectionContext value={selection}>
      <BulkAssign />
      <CaseList {...filterFrom(parameters)} />
    </SelectionContext>
  )
}
