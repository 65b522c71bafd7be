import { Button, Heading, Stack } from '@primer/react'
import { useState } from 'react'
import { ProblemList } from '../../form/problem-list'
import type { ShownProblem } from '../../form/problems'
import { graphql } from '../gql'
import { attemptText } from './attempts'
import { useAction } from './use-action'

const TestEndpointMutation = graphql(`
  mutation TestWebhookEndpoint($input: TestWebhookEndpointInput!) {
    result: testWebhookEndpoint(input: $input) {
      ... on TestWebhookEndpointPayload {
        attempt {
          durationMs
          httpStatus
          failure
        }
      }
      ... on TestWebhookEndpointError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

/** Sends a test to the receiver, and tells how it went. */
export function TestDelivery({ id }: { id: string }) {
  const { fetching, act } = useAction(TestEndpointMutation)
  const [problems, setProblems] = useState<ShownProblem[]>([])
  const [note, setNote] = useState('')

  async function test() {
    setNote('')
    const { payload, problems } = await act({ id })
    setProblems(problems)
    if (payload && 'attempt' in payload) setNote(`The test ${attemptText(payload.attempt)}`)
  }
  return (
    <Stack as="section" gap="condensed" aria-labelledby="test">
      <Heading as="h3" variant="small" id="test">
        Test
      </Heading>
      <p className="faint">Sends an event of the type webhook.test.</p>
      <ProblemList problems={problems} />
      <output>{note}</output>
      <div>
        <Button loading={fetching} onClick={test}>
          Send a test
        </Button>
      </div>
    </Stack>
  )
}
