import { Heading, Label, Spinner, Stack } from '@primer/react'
import { useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { RequestProblem } from '../../form/problem-list'
import { graphql, unmask } from '../gql'
import type { EndpointDetailsFragment } from '../gql/graphql'
import { Instant } from '../../display/instant'
import { useReloadOnFocus } from '../../live/use-reload'
import { Deliveries } from './deliveries'
import { EndpointForm } from './endpoint-form'
import { EndpointDetails, endpointValues, stateNames } from './endpoints'
import { waitingText } from './endpoints-page'
import { EndpointSecrets } from './endpoint-secrets'
import { Position } from './position'
import { RemoveEndpoint } from './remove-endpoint'
import { TestDelivery } from './test-delivery'

const EndpointQuery = graphql(`
  query WebhookEndpoint($id: ID!) {
    webhookEndpoint(id: $id) {
      id
      ...EndpointDetails
    }
  }
`)

export function EndpointPage() {
  const [parameters] = useSearchParams()
  const id = parameters.get('id') ?? ''
  const [{ data, error, fetching }, load] = useQuery({
    query: EndpointQuery,
    variables: { id },
    requestPolicy: 'network-only',
  })
  useReloadOnFocus(load)
  if (error && !data) return <RequestProblem error={error} />
  if (!data) return fetching ? <Spinner /> : null
  if (!data.webhookEndpoint) return <p role="alert">There is no such endpoint.</p>
  const endpoint = unmask(EndpointDetails, data.webhookEndpoint)
  const item = { key: { id }, version: endpoint.version, values: endpointValues(endpoint) }
  return (
    <Stack key={id}>
      <div className="columns">
        <EndpointForm item={item} reload={() => load({ requestPolicy: 'network-only' })} />
        <Stack as="aside" gap="spacious" aria-label="State and secrets">
          <State of={endpoint} />
          <TestDelivery id={id} />
          <EndpointSecrets id={id} secrets={endpoint.secrets} />
          <Position id={id} version={endpoint.version} />
          <RemoveEndpoint id={id} url={endpoint.url} />
        </Stack>
      </div>
      <Deliveries endpointId={id} />
    </Stack>
  )
}

function State({ of: { state, waiting, oldestWaitingAt } }: { of: EndpointDetailsFragment }) {
  return (
    <Stack as="section" gap="condensed" aria-labelledby="state">
      <Heading as="h3" variant="small" id="state">
        State
      </Heading>
      <div>
        <Label>{stateNames[state]}</Label>
      </div>
      <div className="faint">
        {waitingText(waiting)}
        {oldestWaitingAt && (
          <>
            , the oldest of <Instant at={oldestWaitingAt} />
          </>
        )}
      </div>
    </Stack>
  )
}
