import { useAction } from '../../../cases/change/use-action'
import { Times } from '../../../ui/display/instant'
import { ConfirmButton } from '../../../ui/form/confirm'
import { Panel } from '../../../ui/form/panel'
import { graphql } from '../gql'
import { IssuedSecret, useIssued } from '../inputs/issued-secret'
import type { Endpoint } from './endpoint-kind'

const RotateSecretMutation = graphql(`
  mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
    result: rotateWebhookSecret(input: $input) {
      ... on RotateWebhookSecretPayload {
        endpoint {
          id
        }
        secret
      }
      ... on RotateWebhookSecretError {
        message
      }
    }
  }
`)

/** The secrets that sign the events of an endpoint. */
export function EndpointSecrets({ id, secrets }: { id: string; secrets: Endpoint['secrets'] }) {
  const { fetching, problems, act } = useAction(RotateSecretMutation)
  const { issued, issue, close } = useIssued<string>()
  return (
    <Panel title="Secrets" hint="Every event is signed with each valid secret." problems={problems}>
      <ul className="rows">
        {secrets.map(({ id, createdAt, expiresAt }) => (
          <li key={id}>
            <Times of={{ Issued: createdAt }} />
            <div className="faint">{expiresAt ? <Times of={{ 'valid until': expiresAt }} /> : 'current'}</div>
          </li>
        ))}
      </ul>
      <div>
        <ConfirmButton
          label="Rotate the secret"
          loading={fetching}
          title="Rotate the secret?"
          confirm="Rotate"
          isDangerous={false}
          onConfirm={() => issue(act({ id }).then((rotated) => rotated?.secret))}
        >
          A new secret is issued. The old one signs too for 24 hours, so that the receiver can switch.
        </ConfirmButton>
      </div>
      {issued !== undefined && (
        <IssuedSecret
          secret={issued}
          hint="It is shown only once. The receiver verifies the signatures with it."
          onClose={close}
        />
      )}
    </Panel>
  )
}
