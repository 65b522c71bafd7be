import { Button, Link as StyledLink, Stack } from '@primer/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Link, useLocation, useSearchParams } from 'wouter'
import { graphql } from '../gql'
import { textOf } from '../form/problem-list'
import { useChange } from '../form/use-change'
import { useCaseNews } from '../live/case-news'
import { useViewer } from '../session/viewer'

const TakeNextMutation = graphql(`
  mutation TakeNext($input: TakeNextCaseInput!) {
    result: takeNextCase(input: $input) {
      ... on TakeNextCasePayload {
        case {
          id
          version
        }
      }
      ... on TakeNextCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

const WaitingQuery = graphql(`
  query Waiting($groupNames: [String!]!) {
    ofGroups: cases(first: 0, filter: { closed: false, groupName: $groupNames }) {
      totalCount
    }
    unassigned: cases(first: 0, filter: { closed: false, unassigned: true }) {
      totalCount
    }
  }
`)

// The lists are empty, so urql cannot see that their counts depend on cases.
const dependsOnCases = { additionalTypenames: ['Case'] }

/** Opens the oldest open case of the caller's groups that nobody has, or of the group that the queue shows. */
export function TakeNext() {
  const { groups } = useViewer()
  const [, navigate] = useLocation()
  const [parameters] = useSearchParams()
  const { fetching, change } = useChange(TakeNextMutation)
  const [message, setMessage] = useState('')
  const [, groupName] = parameters.get('assigned')?.split(/^group:/) ?? []
  const groupNames = groupName === undefined ? groups.map(({ name }) => name) : [groupName]

  async function take() {
    const { saved, problems } = await change(groupName === undefined ? {} : { groupName })
    if (saved) navigate(`/cases/${saved.id}`)
    else setMessage(saved === null ? 'There is no case for you to take.' : textOf(problems))
  }

  return (
    <Stack direction="horizontal" align="center" justify="end" wrap="wrap" gap="condensed">
      <output className="faint">{message}</output>
      <WaitingCounts groupNames={groupNames} />
      <Button variant="primary" onClick={take} loading={fetching}>
        Take next
      </Button>
    </Stack>
  )
}

/** How many open cases have no operator yet. Cases without a group cannot be taken: someone has to assign them. */
function WaitingCounts({ groupNames }: { groupNames: string[] }) {
  const [{ data }, load] = useQuery({
    query: WaitingQuery,
    variables: { groupNames },
    requestPolicy: 'cache-and-network',
    context: dependsOnCases,
  })
  useCaseNews(() => load({ requestPolicy: 'network-only' }))
  if (!data?.ofGroups || !data.unassigned) return null
  const whose = groupNames.length === 1 ? groupNames[0] : 'your groups'
  return (
    <span className="faint">
      {`${data.ofGroups.totalCount.toLocaleString()} waiting for ${whose}, `}
      <Link href="/?assigned=nobody" asChild>
        <StyledLink inline>{`${data.unassigned.totalCount.toLocaleString()} unassigned`}</StyledLink>
      </Link>
    </span>
  )
}
