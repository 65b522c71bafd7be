import { Label, Stack } from '@primer/react'
import { Panel } from '../../form/panel'
import { WithConfiguration } from '../configuration'
import { graphql, unmask } from '../gql'
import { NodePage } from '../item/node-page'
import { stateNames } from '../words/words'
import { Deliveries } from './deliveries'
import { EndpointForm } from './endpoint-form'
import { EndpointDetails } from './endpoint-kind'
import { EndpointSecrets } from './endpoint-secrets'
import { Waiting } from './endpoints-page'
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
  return (
    <NodePage
      query={EndpointQuery}
      context={{}}
      noun="endpoint"
      nodeOf={({ webhookEndpoint }) => webhookEndpoint && unmask(EndpointDetails, webhookEndpoint)}
    >
      {(endpoint, reload) => {
        const { id, url, version, state, secrets } = endpoint
        return (
          <Stack key={id}>
            <div className="columns">
              <WithConfiguration>
                {(configuration) => <EndpointForm configuration={configuration} endpoint={endpoint} reload={reload} />}
              </WithConfiguration>
              <Stack as="aside" gap="spacious" aria-label="State and secrets">
                <Panel title="State">
                  <div>
                    <Label>{stateNames[state]}</Label>
                  </div>
                  <div className="faint">
                    <Waiting of={endpoint} />
                  </div>
                </Panel>
                <TestDelivery id={id} />
                <EndpointSecrets id={id} secrets={secrets} />
                <Position id={id} version={version} />
                <RemoveEndpoint id={id} url={url} />
              </Stack>
            </div>
            <Deliveries endpointId={id} />
          </Stack>
        )
      }}
    </NodePage>
  )
}

export function NewEndpointPage() {
  return <WithConfiguration>{(configuration) => <EndpointForm configuration={configuration} />}</WithConfiguration>
}
