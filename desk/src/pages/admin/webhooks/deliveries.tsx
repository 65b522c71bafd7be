import { Button } from '../../../ui/elements/button'
import { Select } from '../../../ui/elements/inputs'
import { useState } from 'react'
import { useAction } from '../../../cases/change/use-action'
import { Instant } from '../../../ui/display/instant'
import { Line } from '../../../ui/display/page-head'
import { Field } from '../../../ui/form/inputs/field'
import { Panel } from '../../../ui/form/panel'
import { ProblemList } from '../../../ui/form/problems/problem-list'
import { pairOptions } from '../../../ui/form/inputs/select-options'
import { ConnectionList } from '../../../cases/live/connection-list'
import { type FragmentType, graphql, unmask } from '../gql'
import type { WebhookDeliveryStatus } from '../gql/graphql'
import { deliveryStatusNames } from '../configuration/words'
import { attemptText } from './attempts'

const DeliveriesQuery = graphql(`
  query WebhookDeliveries($id: ID!, $status: [WebhookDeliveryStatus!], $after: String) {
    webhookEndpoint(id: $id) {
      id
      deliveries(first: 20, status: $status, after: $after) {
        nodes {
          id
          ...ShownDelivery
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

const ShownDelivery = graphql(`
  fragment ShownDelivery on WebhookDelivery {
    id
    eventId
    status
    attempts {
      at
      durationMs
      httpStatus
      failure
    }
    nextAttemptAt
  }
`)

const RetryDeliveryMutation = graphql(`
  mutation RetryWebhookDelivery($input: RetryWebhookDeliveryInput!) {
    result: retryWebhookDelivery(input: $input) {
      ... on RetryWebhookDeliveryPayload {
        delivery {
          id
        }
      }
      ... on RetryWebhookDeliveryError {
        message
      }
    }
  }
`)

/** The deliveries of an endpoint, the latest first. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const [status, setStatus] = useState('')
  return (
    <Panel title="Deliveries" hint="The events that failed at least once, and the latest 100 of the others.">
      <div className="filters">
        <Field label="Status">
          <Select block value={status} onChange={({ target }) => setStatus(target.value)}>
            <option value="">Any</option>
            {pairOptions(Object.entries(deliveryStatusNames))}
          </Select>
        </Field>
      </div>
      <ConnectionList
        key={status}
        query={DeliveriesQuery}
        variables={{ id: endpointId, status: status === '' ? null : [status as WebhookDeliveryStatus] }}
        connectionOf={({ webhookEndpoint }) => webhookEndpoint?.deliveries}
        canReload
      >
        {(nodes, reload) => (
          <ul className="rows">
            {nodes.map((node) => (
              <DeliveryRow key={node.id} of={node} onRetried={reload} />
            ))}
          </ul>
        )}
      </ConnectionList>
    </Panel>
  )
}

function DeliveryRow({ of, onRetried }: { of: FragmentType<typeof ShownDelivery>; onRetried: () => void }) {
  const { id, eventId, status, attempts, nextAttemptAt } = unmask(ShownDelivery, of)
  const { fetching, problems, act } = useAction(RetryDeliveryMutation)

  async function retry() {
    await act({ id })
    onRetried()
  }
  return (
    <li>
      <Line>
        <div>
          {eventId} <span className="label">{deliveryStatusNames[status]}</span>
        </div>
        {status !== 'DELIVERED' && (
          <Button size="small" loading={fetching} aria-label={`Retry ${eventId}`} onClick={retry}>
            Retry
          </Button>
        )}
      </Line>
      <ProblemList problems={problems} />
      {attempts.map((attempt) => (
        <div key={attempt.at} className="faint">
          <Instant at={attempt.at} />
          {` · ${attemptText(attempt)}`}
        </div>
      ))}
      {nextAttemptAt && (
        <div className="faint">
          Next attempt: <Instant at={nextAttemptAt} />
        </div>
      )}
    </li>
  )
}
