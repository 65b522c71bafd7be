import { Button, ConfirmationDialog, Heading, Stack } from '@primer/react'
import { useState } from 'react'
import { useMutation } from 'urql'
import { requestProblem } from '../../form/problems'
import { graphql } from '../gql'
import type { RevokeSessionsInput } from '../gql/graphql'

const RevokeSessionsMutation = graphql(`
  mutation RevokeSessions($input: RevokeSessionsInput!) {
    result: revokeSessions(input: $input) {
      ... on RevokeSessionsPayload {
        revoked
      }
      ... on RevokeSessionsError {
        message
      }
    }
  }
`)

/** Revokes sessions, and tells how many or why not. */
export function useRevokeSessions() {
  const [{ fetching }, execute] = useMutation(RevokeSessionsMutation)

  async function revoke(input: RevokeSessionsInput): Promise<string> {
    const { data, error } = await execute({ input })
    const result = data?.result
    if (error || !result) return requestProblem(error).message
    if ('message' in result) return result.message
    return result.revoked === 1 ? '1 session revoked.' : `${result.revoked.toLocaleString()} sessions revoked.`
  }
  return { fetching, revoke }
}

interface Properties {
  of: Pick<RevokeSessionsInput, 'personId' | 'touchpointCode'>
  /** Whose sessions they are, for the confirmation: "of Olga". */
  whose: string
}

/** Revokes all sessions of a person or a touchpoint. */
export function RevokeSessions({ of, whose }: Properties) {
  const { fetching, revoke } = useRevokeSessions()
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  return (
    <Stack as="section" gap="condensed" aria-labelledby="sessions">
      <Heading as="h3" variant="small" id="sessions">
        Sessions
      </Heading>
      <output>{note}</output>
      <div>
        <Button variant="danger" loading={fetching} onClick={() => setAsking(true)}>
          Revoke all sessions
        </Button>
      </div>
      {isAsking && (
        <ConfirmationDialog
          title={`Revoke all sessions ${whose}?`}
          confirmButtonContent="Revoke"
          confirmButtonType="danger"
          onClose={async (gesture) => {
            setAsking(false)
            if (gesture === 'confirm') setNote(await revoke(of))
          }}
        >
          They are rejected from the next request on. Tokens that the identity provider has already issued are rejected
          too.
        </ConfirmationDialog>
      )}
    </Stack>
  )
}
