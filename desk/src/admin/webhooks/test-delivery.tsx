import { Button } from '../../elements/button'
import { useState } from 'react'
import { useAction } from '../../change/use-action'
import { Panel } from '../../form/panel'
import { graphql } from '../gql'
import { attemptText } from './attempts'

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
        message
      }
    }
  }
`)

/** Sends a test to the receiver, and tells how it went. */
export function TestDelivery({ id }: { id: string }) {
  const { fetching, problems, act } = useAction(TestEndpointMutation)
  const [note, setNote] = useState('')

  async function test() {
    setNote('')
    const payload = await act({ id })
    if (payload) setNote(`The test ${attemptText(payload.attempt)}`)
  }
  return (
    <Panel title="Test" hint="Sends an event of the type webhook.test." problems={problems} note={note}>
      <div>
        <Button loading={fetching} onClick={test}>
          Send a test
        </Button>
      </div>
    </Panel>
  )
}
