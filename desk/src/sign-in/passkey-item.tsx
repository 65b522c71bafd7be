import { Button, ConfirmationDialog, Stack, TextInput } from '@primer/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Field } from '../form/field'
import { Instant } from '../display/instant'

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
  const [isRemoving, setRemoving] = useState(false)

  async function save(entered: string) {
    setRenaming(false)
    if (entered !== '' && entered !== name) await rename(entered)
  }
  return (
    <li>
      <Stack direction="horizontal" justify="space-between" align="center" gap="condensed" wrap="wrap">
        {isRenaming ? (
          <RenameForm id={id} name={name} save={save} cancel={() => setRenaming(false)} />
        ) : (
          <>
            <PasskeyText passkey={passkey} />
            <Stack direction="horizontal" gap="condensed">
              <Button size="small" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
                Rename
              </Button>
              <Button size="small" aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
                Remove
              </Button>
            </Stack>
          </>
        )}
      </Stack>
      {isRemoving && <ConfirmRemoval name={name} onClose={() => setRemoving(false)} onConfirm={remove} />}
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

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    save(String(new FormData(event.currentTarget).get('name')).trim())
  }
  return (
    <Stack as="form" direction="horizontal" align="end" gap="condensed" onSubmit={send}>
      <Field name={`name of ${id}`} label="Name">
        <TextInput ref={input} name="name" defaultValue={name} maxLength={100} />
      </Field>
      <Button type="submit">Save</Button>
      <Button onClick={cancel}>Cancel</Button>
    </Stack>
  )
}

/** What is known about a passkey. */
export function PasskeyText({
  passkey: { name, touchpoint, createdAt, lastUsedAt },
}: {
  passkey: Omit<Passkey, 'id'>
}) {
  return (
    <div>
      <bdi>{name}</bdi>
      <div className="faint">
        {touchpoint.name}
        {' · added '}
        <Instant at={createdAt} />
        {lastUsedAt !== null && (
          <>
            {' · last used '}
            <Instant at={lastUsedAt} />
          </>
        )}
      </div>
    </div>
  )
}

interface ConfirmProperties {
  name: string
  onClose: () => void
  onConfirm: () => Promise<void>
}

/** Asks before a passkey is removed. */
export function ConfirmRemoval({ name, onClose, onConfirm }: ConfirmProperties) {
  return (
    <ConfirmationDialog
      title={`Remove the passkey “${name}”?`}
      confirmButtonContent="Remove"
      confirmButtonType="danger"
      onClose={(gesture) => {
        onClose()
        if (gesture === 'confirm') void onConfirm()
      }}
    >
      It can no longer be used to sign in, and the sessions that began with it end.
    </ConfirmationDialog>
  )
}
