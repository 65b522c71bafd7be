import { Heading, Stack } from '@primer/react'
import { useSearchParams } from 'wouter'
import { CaseList } from './case-list'
import { filterFrom, QueueFilters } from './queue-filters'
import { TakeNext } from './take-next'
import { useViewer } from './viewer'

export function QueuePage() {
  const { login } = useViewer()
  const [parameters] = useSearchParams()
  return (
    <Stack>
      <title>Cases</title>
      <Stack direction="horizontal" justify="space-between" align="center">
        <Heading as="h2" variant="medium">
          {login === 'OPERATOR' ? 'Cases' : 'Your cases'}
        </Heading>
        {login === 'OPERATOR' && <TakeNext />}
      </Stack>
      <QueueFilters />
      <CaseList key={parameters.toString()} {...filterFrom(parameters)} />
    </Stack>
  )
}
