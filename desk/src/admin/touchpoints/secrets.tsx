import { Button, ConfirmationDialog, Heading, Stack } from '@primer/react'
import { useState } from 'react'
import { useMutation } from 'urql'
import { ProblemList } from '../../form/problem-list'
import { requestProblem, type ShownProblem } from '../../form/problems'
import { graphql } from '../gql'
import { Instant } from '../../display/instant'
import type { Configuration } from '../configuration'
import { IssuedSecret } from './issued-secret'

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
        problems {
          code
          message
          path
        }
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
        problems {
          code
          message
          path
        }
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
  const [{ fetching }, issueSecret] = useMutation(IssueSecretMutation)
  const [, revokeSecret] = useMutation(RevokeSecretMutation)
  const [problems, setProblems] = useState<ShownProblem[]>([])
  const [issued, setIssued] = useState<string>()
  const [revoking, setRevoking] = useState<string>()

  async function issue() {
    const { data, error } = await issueSecret({ input: { touchpointCode } }, { isRetried: false })
    const result = data?.result
    if (error || !result) return setProblems([requestProblem(error)])
    if ('problems' in result) return setProblems(result.problems.map(shown))
    setProblems([])
    setIssued(result.secret)
  }
  async function revoke(secretId: string) {
    const { data, error } = await revokeSecret({ input: { secretId } })
    const result = data?.result
    if (error || !result) return setProblems([requestProblem(error)])
    setProblems('problems' in result ? result.problems.map(shown) : [])
  }

  return (
    <Stack as="section" gap="condensed" aria-labelledby="secrets">
      <Heading as="h3" variant="small" id="secrets">
        Secrets
      </Heading>
      <p className="faint">
        The touchpoint uses a secret to create sessions. To replace a secret, issue a second one, switch to it, and
        revoke the first one.
      </p>
      <ProblemList problems={problems} />
      {secrets.length > 0 && (
        <ul className="rows">
          {secrets.map(({ id, createdAt, lastUsedAt }) => (
            <li key={id}>
              <Stack direction="horizontal" justify="space-between" align="center" gap="condensed">
                <div>
                  Issued <Instant at={createdAt} />
                  <div className="faint">
                    {lastUsedAt ? (
                      <>
                        last used <Instant at={lastUsedAt} />
                      </>
                    ) : (
                      'never used'
                    )}
                  </div>
                </div>
                <Button size="small" onClick={() => setRevoking(id)}>
                  Revoke
                </Button>
              </Stack>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button loading={fetching} disabled={secrets.length >= 2} onClick={issue}>
          Issue a secret
        </Button>
      </div>
      {secrets.length >= 2 && <p className="faint">A touchpoint can have two secrets. Revoke one to issue another.</p>}
      {issued !== undefined && (
        <IssuedSecret
          secret={issued}
          hint="It is shown only once. Store it where the touchpoint reads it."
          onClose={() => setIssued(undefined)}
        />
      )}
      {revoking !== undefined && (
        <ConfirmationDialog
          title="Revoke the secret?"
          confirmButtonContent="Revoke"
          confirmButtonType="danger"
          onClose={(gesture) => {
            setRevoking(undefined)
            if (gesture === 'confirm') void revoke(revoking)
          }}
        >
          The touchpoint can no longer create sessions with it. Existing sessions stay valid.
        </ConfirmationDialog>
      )}
    </Stack>
  )
}

function shown({ message }: { message: string }): ShownProblem {
  return { input: '', message }
}
