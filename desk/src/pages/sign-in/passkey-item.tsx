import { Button } from '../../ui/elements/button'
import { TextInput } from '../../ui/elements/inputs'
import { Stack } from '../../ui/elements/stack'
import { useEffect, useRef, useState } from 'react'
import { Times } from '../../ui/display/instant'
import { Line } from '../../ui/display/page-head'
import { ConfirmButton } from '../../ui/form/confirm'
import { Field } from '../../ui/form/inputs/field'
import { submitted } from '../../ui/form/inputs/submit'
import { graphql } from './gql'

export const RemovePasskeyMutation = graphql(`
  mutation RemovePasskey($input: RemovePasskeyInput!) {
    result: removePasskey(input: $input) {
      ... on RemovePasskeyPayload {
        passkeyId
      }
      ... on RemovePasskeyError {
        message
      }
    }
  }
`)

interface Passkey {
  id: string
  name: string
  touchpoint: { name: string }
  createdAt: string
  lastUsedAt: string | null
}

interface Properties {
  passkey: Passkey
  rename: (name: string) => Promise<void>
  remove: () => Promise<void>
}

/** A passkey of the person, which can be renamed and removed. */
export function PasskeyItem({ passkey, rename, remove }: Properties) {
  const { id, name } = passkey
  const [isRenaming, setRenaming] = useState(false)

  async function save(entered: string) {
    setRenaming(false)
    if (entered !== '' && entered !== name) await rename(entered)
  }
  return (
    <li>
      <Line>
        {isRenaming ? (
          <RenameForm id={id} name={name} save={save} cancel={() => setRenaming(false)} />
        ) : (
          <>
            <PasskeyText passkey={passkey} />
            <Stack direction="horizontal" gap="condensed">
              <Button size="small" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
                Rename
              </Button>
              <RemovePasskey name={name} onConfirm={remove} />
            </Stack>
          </>
        )}
      </Line>
    </li>
  )
}

interface RenameProperties {
  id: string
  name: string
  save: (name: string) => void
  cancel: () => void
}

function RenameForm({ id, name, save, cancel }: RenameProperties) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])

  return (
    <Stack
      as="form"
      direction="horizontal"
      align="end"
      gap="condensed"
      onSubmit={submitted((entered) => save(entered('name')))}
    >
      <Field name={`name of ${id}`} label="Name">
        <TextInput ref={input} name="name" defaultValue={name} maxLength={100} />
      </Field>
      <Button type="submit">Save</Button>
      <Button onClick={cancel}>Cancel</Button>
    </Stack>
  )
}

/** What is known about a passkey. */
export function PasskeyText({ passkey }: { passkey: Omit<Passkey, 'id'> }) {
  return (
    <div>
      <bdi>{passkey.name}</bdi>
      <div className="faint">
        {`${passkey.touchpoint.name} · `}
        <Times of={{ added: passkey.createdAt, 'last used': passkey.lastUsedAt }} />
      </div>
    </div>
  )
}

/** Asks before a passkey is removed. */
export function RemovePasskey({ name, onConfirm }: { name: string; onConfirm: () => Promise<void> }) {
  return (
    <ConfirmButton
      label="Remove"
      size="small"
      aria-label={`Remove ${name}`}
      title={`Remove the passkey “${name}”?`}
      confirm="Remove"
      onConfirm={onConfirm}
    >
      It can no longer be used to sign in, and the sessions that began with it end.
    </ConfirmButton>
  )
}
