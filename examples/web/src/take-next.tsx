import { Button, Stack, Text } from '@primer/react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { graphql } from './gql'
import { textOf } from './problem-list'
import { useChange } from './use-change'

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

/** Opens the oldest open case of the caller's groups that nobody has, or of the group that the queue shows. */
export function TakeNext() {
  const [, navigate] = useLocation()
  const [parameters] = useSearchParams()
  const { fetching, change } = useChange(TakeNextMutation)
  const [message, setMessage] = useState('')

  async function take() {
    const [, groupName] = parameters.get('assigned')?.split(/^group:/) ?? []
    const { saved, problems } = await change(groupName === undefined ? {} : { groupName })
    if (saved) navigate(`/cases/${saved.id}`)
    else setMessage(saved === null ? 'No case is waiting.' : textOf(problems))
  }

  return (
    <Stack direction="horizontal" align="center">
      <Text as="output" className="faint">
        {message}
      </Text>
      <Button variant="primary" onClick={take} loading={fetching}>
        Take next
      </Button>
    </Stack>
  )
}
