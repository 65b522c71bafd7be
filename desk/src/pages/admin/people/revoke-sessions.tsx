import { useState } from 'react'
import { useAction } from '../../../cases/change/use-action'
import { ConfirmButton } from '../../../ui/form/confirm'
import { Panel } from '../../../ui/form/panel'
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

/** Revokes sessions. `note` says how many. */
export function useRevokeSessions() {
  const { act, ...action } = useAction(RevokeSessionsMutation, { isRetried: true })
  const [note, setNote] = useState('')

  async function revoke(input: RevokeSessionsInput) {
    setNote('')
    const payload = await act(input)
    if (!payload) return
    setNote(payload.revoked === 1 ? '1 session revoked.' : `${payload.revoked.toLocaleString()} sessions revoked.`)
  }
  return { ...action, note, revoke }
}

interface Properties {
  of: Pick<RevokeSessionsInput, 'personId' | 'touchpointCode'>
  /** Whose sessions they are, for the confirmation: "of Olga". */
  whose: string
}

/** Revokes all sessions of a person or a touchpoint. */
export function RevokeSessions({ of, whose }: Properties) {
  const { fetching, problems, note, revoke } = useRevokeSessions()
  return (
    <Panel title="Sessions" problems={problems} note={note}>
      <div>
        <ConfirmButton
          label="Revoke all sessions"
          variant="danger"
          loading={fetching}
          title={`Revoke all sessions ${whose}?`}
          confirm="Revoke"
          onConfirm={() => revoke(of)}
        >
          They are rejected from the next request on. Tokens that the identity provider has already issued are rejected
          too.
        </ConfirmButton>
      </div>
    </Panel>
  )
}
