import { useLocation } from 'wouter'
import { useAction } from '../../change/use-action'
import { ConfirmButton } from '../../form/confirm'
import { Panel } from '../../form/panel'
import { graphql } from '../gql'
import { endpoints } from './endpoint-kind'

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
    if (await act({ id })) navigate(endpoints.path, { replace: true })
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
