import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../../../cases/change/use-action'
import { Button } from '../../../ui/elements/button'
import { Stack } from '../../../ui/elements/stack'
import { tellingElsewhere } from '../../../ui/display/opened-page'
import { ConfirmButton } from '../../../ui/form/confirm'
import { Panel } from '../../../ui/form/panel'
import { graphql } from '../gql'
import { TextField } from '../inputs/fields'
import { attemptText } from './attempts'
import { SaveEndpointMutation } from './endpoint-form'
import { endpoints } from './endpoint-kind'

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

/** Sends events again from a cursor on, or skips those that wait. */
export function Position({ id, version }: { id: string; version: number }) {
  const { fetching, problems, act } = useAction(SaveEndpointMutation)
  const [note, setNote] = useState('')
  const [cursor, setCursor] = useState('')
  const shown = useMemo(() => problems.map(({ message }) => ({ input: 'after', message })), [problems])

  async function move(after: string, done: string) {
    setNote('')
    if (await act({ id, after, expectedVersion: version })) setNote(done)
  }
  return (
    <Panel title="Replay" problems={shown} inputs={['after']} note={note}>
      <TextField
        name="after"
        label="Cursor of the event feed"
        hint="The events after it are sent again."
        problems={shown}
        value={cursor}
        onChange={setCursor}
      />
      <Stack direction="horizontal" gap="condensed" wrap="wrap">
        <ConfirmButton
          label="Send again"
          loading={fetching}
          disabled={cursor.trim() === ''}
          title="Send the events again?"
          confirm="Send again"
          isDangerous={false}
          onConfirm={() => move(cursor.trim(), 'The events after the cursor are sent again.')}
        >
          The receiver gets events again that it has already got. They have the same IDs.
        </ConfirmButton>
        <ConfirmButton
          label="Skip what waits"
          loading={fetching}
          title="Skip the events that wait?"
          confirm="Skip"
          onConfirm={() => move('latest', 'The events that waited were skipped.')}
        >
          The receiver never gets them.
        </ConfirmButton>
      </Stack>
    </Panel>
  )
}

const RemoveEndpointMutation = graphql(`
  mutation RemoveWebhookEndpoint($input: RemoveWebhookEndpointInput!) {
    result: removeWebhookEndpoint(input: $input) {
      ... on RemoveWebhookEndpointPayload {
        __typename
      }
      ... on RemoveWebhookEndpointError {
        message
      }
    }
  }
`)

export function RemoveEndpoint({ id, url }: { id: string; url: string }) {
  const { fetching, problems, act } = useAction(RemoveEndpointMutation)
  const [, navigate] = useLocation()

  async function remove() {
    const tellElsewhere = tellingElsewhere()
    if (!(await act({ id }))) return
    if (!tellElsewhere(`${url} was removed.`)) navigate(endpoints.path, { replace: true })
  }
  return (
    <Panel title="Remove" problems={problems}>
      <div>
        <ConfirmButton
          label="Remove the endpoint"
          variant="danger"
          loading={fetching}
          title="Remove the endpoint?"
          confirm="Remove"
          onConfirm={remove}
        >
          {`${url} gets no more events, not even those that wait. Its secrets and deliveries are removed too.`}
        </ConfirmButton>
      </div>
    </Panel>
  )
}
