import { Button } from '../../../ui/elements/button'
import { Select } from '../../../ui/elements/inputs'
import { useState } from 'react'
import { useAction } from '../../../cases/change/use-action'
import { Instant, timeText } from '../../../ui/display/instant'
import { Line } from '../../../ui/display/page-head'
import { Field } from '../../../ui/form/inputs/field'
import { Panel } from '../../../ui/form/panel'
import { pairOptions } from '../../../ui/form/inputs/select-options'
import { useViewer } from '../../../session/viewer'
import { PasskeyText, RemovePasskey, RemovePasskeyMutation } from '../../sign-in/passkey-item'
import { useConfiguration } from '../configuration/configuration'
import { graphql } from '../gql'
import type { NodeOf } from '../item/node-page'
import { IssuedSecret, useIssued } from '../inputs/issued-secret'

const CreateInvitationMutation = graphql(`
  mutation CreateInvitation($input: CreateInvitationInput!) {
    result: createInvitation(input: $input) {
      ... on CreateInvitationPayload {
        url
        expiresAt
      }
      ... on CreateInvitationError {
        message
      }
    }
  }
`)

interface Properties {
  person: NodeOf<'Person'>
  reload: () => void
}

/** How a person signs in: the passkeys, and an invitation to add one. */
export function PersonPasskeys({ person: { id, firstname, passkeys, invitedUntil }, reload }: Properties) {
  const { touchpoints = [] } = useConfiguration() ?? {}
  const invitation = useAction(CreateInvitationMutation)
  const removal = useAction(RemovePasskeyMutation)
  const [touchpointCode, setTouchpointCode] = useState(useViewer().touchpoint.code)
  const { issued: link, issue, close } = useIssued<{ url: string; expiresAt: string }>()

  async function invite() {
    await issue(invitation.act({ personId: id, touchpointCode }))
    reload()
  }
  async function remove(passkeyId: string) {
    await removal.act({ passkeyId })
    reload()
  }

  return (
    <Panel title="Sign-in" problems={removal.problems.length > 0 ? removal.problems : invitation.problems}>
      {passkeys.length === 0 && <p className="faint">{`${firstname} has no passkey.`}</p>}
      {passkeys.length > 0 && (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Line>
                <PasskeyText passkey={passkey} />
                <RemovePasskey name={passkey.name} onConfirm={() => remove(passkey.id)} />
              </Line>
            </li>
          ))}
        </ul>
      )}
      {invitedUntil !== null && (
        <p>
          Invited until <Instant at={invitedUntil} />. A new invitation replaces this one.
        </p>
      )}
      {touchpoints.length > 1 && (
        <Field name="invitationTouchpoint" label="Touchpoint" hint="Where the person works when signed in.">
          <Select value={touchpointCode} onChange={({ target }) => setTouchpointCode(target.value)}>
            {pairOptions(touchpoints.map(({ code, name }) => [code, name]))}
          </Select>
        </Field>
      )}
      <div>
        <Button loading={invitation.fetching} onClick={invite}>
          {`Invite ${firstname}`}
        </Button>
      </div>
      {link && (
        <IssuedSecret
          title="Invitation"
          label="Link"
          secret={link.url}
          hint={`It is shown only once. Send it to ${firstname}. It works once, until ${timeText(link.expiresAt)}.`}
          onClose={close}
        />
      )}
    </Panel>
  )
}
