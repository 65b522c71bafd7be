import { Button, ConfirmationDialog, Heading, Stack } from '@primer/react'
import { useState } from 'react'
import { ProblemList } from '../../form/problem-list'
import type { ShownProblem } from '../../form/problems'
import { graphql } from '../gql'
import type { EndpointDetailsFragment } from '../gql/graphql'
import { Instant } from '../../display/instant'
import { IssuedSecret } from '../touchpoints/issued-secret'
import { useAction } from './use-action'

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
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

/** The secrets that sign the events of an endpoint. */
export function EndpointSecrets({ id, secrets }: { id: string; secrets: EndpointDetailsFragment['secrets'] }) {
  const { fetching, act } = useAction(RotateSecretMutation)
  const [problems, setProblems] = useState<ShownProblem[]>([])
  const [isAsking, setAsking] = useState(false)
  const [issued, setIssued] = useState<string>()

  async function rotate() {
    const { payload, problems } = await act({ id })
    setProblems(problems)
    if (payload && 'secret' in payload) setIssued(payload.secret)
  }
  return (
    <Stack as="section" gap="condensed" aria-labelledby="secrets">
      <Heading as="h3" variant="small" id="secrets">
        Secrets
      </Heading>
      <p className="faint">Every event is signed with each valid secret.</p>
      <ProblemList problems={problems} />
      <ul className="rows">
        {secrets.map(({ id, createdAt, expiresAt }) => (
          <li key={id}>
            Issued <Instant at={createdAt} />
            <div className="faint">
              {expiresAt ? (
                <>
                  valid until <Instant at={expiresAt} />
                </>
              ) : (
                'current'
              )}
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button loading={fetching} onClick={() => setAsking(true)}>
          Rotate the secret
        </Button>
      </div>
      {isAsking && (
        <ConfirmationDialog
          title="Rotate the secret?"
          confirmButtonContent="Rotate"
          onClose={(gesture) => {
            setAsking(false)
            if (gesture === 'confirm') void rotate()
          }}
        >
          A new secret is issued. The old one signs too for 24 hours, so that the receiver can switch.
        </ConfirmationDialog>
      )}
      {issued !== undefined && (
        <IssuedSecret
          secret={issued}
          hint="It is shown only once. The receiver verifies the signatures with it."
          onClose={() => setIssued(undefined)}
        />
      )}
    </Stack>
  )
}
