import { Button } from '../../../../ui/elements/button'
import { useAction } from '../../../../cases/change/use-action'
import { Times } from '../../../../ui/display/instant'
import { Line } from '../../../../ui/display/page-head'
import { ConfirmButton } from '../../../../ui/form/confirm'
import { Panel } from '../../../../ui/form/panel'
import type { Configuration } from '../../configuration/configuration'
import { graphql } from '../../gql'
import { IssuedSecret, useIssued } from '../../inputs/issued-secret'

const IssueSecretMutation = graphql(`
  mutation IssueTouchpointSecret($input: IssueTouchpointSecretInput!) {
    result: issueTouchpointSecret(input: $input) {
      ... on IssueTouchpointSecretPayload {
        secret
        touchpointSecret {
          id
        }
      }
      ... on IssueTouchpointSecretError {
        message
      }
    }
  }
`)

const RevokeSecretMutation = graphql(`
  mutation RevokeTouchpointSecret($input: RevokeTouchpointSecretInput!) {
    result: revokeTouchpointSecret(input: $input) {
      ... on RevokeTouchpointSecretPayload {
        __typename
      }
      ... on RevokeTouchpointSecretError {
        message
      }
    }
  }
`)

interface Properties {
  touchpointCode: string
  secrets: Configuration['touchpoints'][number]['secrets']
}

/** The secrets with which a touchpoint creates sessions. Two at a time, so that they can be rotated. */
export function Secrets({ touchpointCode, secrets }: Properties) {
  const issuing = useAction(IssueSecretMutation)
  const revoking = useAction(RevokeSecretMutation, { isRetried: true })
  const { issued, issue, close } = useIssued<string>()
  const isFull = secrets.length >= 2
  return (
    <Panel
      title="Secrets"
      hint="The touchpoint uses a secret to create sessions. To replace a secret, issue a second one, switch to it, and revoke the first one."
      problems={issuing.problems.length > 0 ? issuing.problems : revoking.problems}
    >
      {secrets.length > 0 && (
        <ul className="rows">
          {secrets.map(({ id, createdAt, lastUsedAt }) => (
            <li key={id}>
              <Line>
                <div>
                  <Times of={{ Issued: createdAt }} />
                  <div className="faint">{lastUsedAt ? <Times of={{ 'last used': lastUsedAt }} /> : 'never used'}</div>
                </div>
                <ConfirmButton
                  label="Revoke"
                  size="small"
                  title="Revoke the secret?"
                  confirm="Revoke"
                  onConfirm={() => revoking.act({ secretId: id })}
                >
                  The touchpoint can no longer create sessions with it. Existing sessions stay valid.
                </ConfirmButton>
              </Line>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          loading={issuing.fetching}
          disabled={isFull}
          onClick={() => issue(issuing.act({ touchpointCode }).then((payload) => payload?.secret))}
        >
          Issue a secret
        </Button>
      </div>
      {isFull && <p className="faint">A touchpoint can have two secrets. Revoke one to issue another.</p>}
      {issued !== undefined && (
        <IssuedSecret
          secret={issued}
          hint="It is shown only once. Store it where the touchpoint reads it."
          onClose={close}
        />
      )}
    </Panel>
  )
}
