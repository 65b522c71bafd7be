import { Button, Heading, Label, Select, Stack } from '@primer/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Field } from '../../form/field'
import { ProblemList, RequestProblem } from '../../form/problem-list'
import type { ShownProblem } from '../../form/problems'
import { type FragmentType, graphql, unmask } from '../gql'
import type { WebhookDeliveryStatus } from '../gql/graphql'
import { Instant } from '../../instant'
import { useReloadOnFocus } from '../../use-reload'
import { attemptText } from './attempts'
import { deliveryStatusNames } from './endpoints'
import { useAction } from './use-action'

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
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

const statuses = Object.keys(deliveryStatusNames) as WebhookDeliveryStatus[]

/** The deliveries of an endpoint, the latest first. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const [status, setStatus] = useState<WebhookDeliveryStatus>()
  return (
    <Stack as="section" gap="condensed" aria-labelledby="deliveries">
      <Heading as="h3" variant="small" id="deliveries">
        Deliveries
      </Heading>
      <p className="faint">The events that failed at least once, and the latest of the others.</p>
      <div className="filters">
        <Field label="Status">
          <Select
            block
            value={status ?? ''}
            onChange={({ target }) => setStatus(statuses.find((each) => each === target.value))}
          >
            <Select.Option value="">Any</Select.Option>
            {statuses.map((each) => (
              <Select.Option key={each} value={each}>
                {deliveryStatusNames[each]}
              </Select.Option>
            ))}
          </Select>
        </Field>
      </div>
      <DeliveryPage key={status} endpointId={endpointId} status={status ? [status] : null} after={null} />
    </Stack>
  )
}

interface PageProperties {
  endpointId: string
  status: WebhookDeliveryStatus[] | null
  after: string | null
}

/** One page of deliveries, followed by the next ones. */
function DeliveryPage({ endpointId, status, after }: PageProperties) {
  const [{ data, error, fetching }, load] = useQuery({
    query: DeliveriesQuery,
    variables: { id: endpointId, status, after },
    requestPolicy: 'cache-and-network',
  })
  useReloadOnFocus(load)
  const [isContinued, setContinued] = useState(false)
  if (error) return <RequestProblem error={error} />
  const connection = data?.webhookEndpoint?.deliveries
  if (!connection) return null
  const { nodes, pageInfo } = connection
  const reload = () => load({ requestPolicy: 'network-only' })
  return (
    <>
      {after === null && (
        <div>
          <Button size="small" loading={fetching} onClick={reload}>
            Reload
          </Button>
        </div>
      )}
      {nodes.length === 0 && after === null && <p className="faint">Nothing found.</p>}
      {nodes.length > 0 && (
        <ul className="rows">
          {nodes.map((node) => (
            <DeliveryRow key={node.id} of={node} onRetried={reload} />
          ))}
        </ul>
      )}
      {pageInfo.hasNextPage && !isContinued && <Button onClick={() => setContinued(true)}>Load more</Button>}
      {pageInfo.hasNextPage && isContinued && (
        <DeliveryPage endpointId={endpointId} status={status} after={pageInfo.endCursor ?? null} />
      )}
    </>
  )
}

function DeliveryRow({ of, onRetried }: { of: FragmentType<typeof ShownDelivery>; onRetried: () => void }) {
  const { id, eventId, status, attempts, nextAttemptAt } = unmask(ShownDelivery, of)
  const { fetching, act } = useAction(RetryDeliveryMutation)
  const [problems, setProblems] = useState<ShownProblem[]>([])

  async function retry() {
    setProblems((await act({ id })).problems)
    onRetried()
  }
  return (
    <li>
      <Stack direction="horizontal" justify="space-between" align="center" wrap="wrap" gap="condensed">
        <div>
          {eventId} <Label>{deliveryStatusNames[status]}</Label>
        </div>
        {status !== 'DELIVERED' && (
          <Button size="small" loading={fetching} aria-label={`Retry ${eventId}`} onClick={retry}>
            Retry
          </Button>
        )}
      </Stack>
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
