import { Stack } from '../../../ui/elements/stack'
import { Panel } from '../../../ui/form/panel'
import { WithConfiguration } from '../configuration/configuration'
import { NodePage } from '../item/node-page'
import { stateNames } from '../configuration/words'
import { Deliveries } from './deliveries'
import { Position, RemoveEndpoint, TestDelivery } from './endpoint-actions'
import { EndpointForm } from './endpoint-form'
import { EndpointSecrets } from './endpoint-secrets'
import { Waiting } from './endpoints-page'

export function EndpointPage() {
  return (
    <NodePage type="WebhookEndpoint" noun="endpoint">
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
                    <span className="label">{stateNames[state]}</span>
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
