import { Button, Heading, Select, Stack } from '@primer/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Field } from '../../form/field'
import { ProblemList } from '../../form/problem-list'
import type { ShownProblem } from '../../form/problems'
import { Instant, timeText } from '../../display/instant'
import { useViewer } from '../../session/viewer'
import { ConfirmRemoval, PasskeyText } from '../../sign-in/passkey-item'
import { graphql } from '../gql'
import { IssuedSecret } from '../touchpoints/issued-secret'
import { useAction } from '../webhooks/use-action'

const PersonPasskeysQuery = graphql(`
  query PersonPasskeys($id: ID!) {
    node(id: $id) {
      ... on Person {
        id
        invitedUntil
        passkeys {
          id
          name
          touchpoint {
            name
          }
          createdAt
          lastUsedAt
        }
      }
    }
    configuration {
      touchpoints {
        code
        name
      }
    }
  }
`)

const CreateInvitationMutation = graphql(`
  mutation CreateInvitation($input: CreateInvitationInput!) {
    result: createInvitation(input: $input) {
      ... on CreateInvitationPayload {
        url
        expiresAt
      }
      ... on CreateInvitationError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

const RemovePasskeyMutation = graphql(`
  mutation RemovePasskey($input: RemovePasskeyInput!) {
    result: removePasskey(input: $input) {
      ... on RemovePasskeyPayload {
        passkeyId
      }
      ... on RemovePasskeyError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

interface Loaded {
  passkeys: { id: string; name: string; touchpoint: { name: string }; createdAt: string; lastUsedAt: string | null }[]
  touchpoints: readonly { code: string; name: string }[]
  invitedUntil: string | null
}

/** How a person signs in: the passkeys, and an invitation to add one. */
export function PersonPasskeys({ id, firstname }: { id: string; firstname: string }) {
  const [{ data }, load] = useQuery({ query: PersonPasskeysQuery, variables: { id }, requestPolicy: 'network-only' })
  const reload = () => load({ requestPolicy: 'network-only' })
  if (!data?.node || !('passkeys' in data.node) || !data.configuration) return null
  const { passkeys, invitedUntil } = data.node
  const { touchpoints } = data.configuration
  return <SignInOf id={id} firstname={firstname} loaded={{ passkeys, invitedUntil, touchpoints }} reload={reload} />
}

interface Properties {
  id: string
  firstname: string
  loaded: Loaded
  reload: () => void
}

function SignInOf({ id, firstname, loaded, reload }: Properties) {
  const { passkeys, touchpoints, invitedUntil } = loaded
  const { fetching, act: createInvitation } = useAction(CreateInvitationMutation)
  const { act: removePasskey } = useAction(RemovePasskeyMutation)
  const [touchpointCode, setTouchpointCode] = useState(useViewer().touchpoint.code)
  const [problems, setProblems] = useState<ShownProblem[]>([])
  const [link, setLink] = useState<{ url: string; expiresAt: string }>()
  const [removing, setRemoving] = useState<{ id: string; name: string }>()

  async function invite() {
    const { payload, problems } = await createInvitation({ personId: id, touchpointCode })
    setProblems(problems)
    if (payload && 'url' in payload) setLink(payload)
    reload()
  }
  async function remove(passkeyId: string) {
    setProblems((await removePasskey({ passkeyId })).problems)
    reload()
  }

  return (
    <Stack as="section" gap="condensed" aria-labelledby="passkeys">
      <Heading as="h3" variant="small" id="passkeys">
        Sign-in
      </Heading>
      <ProblemList problems={problems} />
      {passkeys.length === 0 && <p className="faint">{`${firstname} has no passkey.`}</p>}
      {passkeys.length > 0 && (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Stack direction="horizontal" justify="space-between" align="center" gap="condensed" wrap="wrap">
                <PasskeyText passkey={passkey} />
                <Button size="small" aria-label={`Remove ${passkey.name}`} onClick={() => setRemoving(passkey)}>
                  Remove
                </Button>
              </Stack>
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
            {touchpoints.map(({ code, name }) => (
              <Select.Option key={code} value={code}>
                {name}
              </Select.Option>
            ))}
          </Select>
        </Field>
      )}
      <div>
        <Button loading={fetching} onClick={invite}>
          {`Invite ${firstname}`}
        </Button>
      </div>
      {link && (
        <IssuedSecret
          title="Invitation"
          label="Link"
          secret={link.url}
          hint={`It is shown only once. Send it to ${firstname}. It works once, until ${timeText(link.expiresAt)}.`}
          onClose={() => setLink(undefined)}
        />
      )}
      {removing && (
        <ConfirmRemoval
          name={removing.name}
          onClose={() => setRemoving(undefined)}
          onConfirm={() => remove(removing.id)}
        />
      )}
    </Stack>
  )
}
