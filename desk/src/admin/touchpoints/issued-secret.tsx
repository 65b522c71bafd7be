import { Dialog, Stack, TextInput } from '@primer/react'
import { useState } from 'react'
import { Field } from '../../form/field'

/** A secret, which is shown only once. */
export function IssuedSecret({ secret, hint, onClose }: { secret: string; hint: string; onClose: () => void }) {
  const [note, setNote] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      setNote('Copied.')
    } catch {
      // Browsers allow it only over TLS and on this machine.
      setNote('The browser does not allow copying. Select the secret and copy it yourself.')
    }
  }
  return (
    <Dialog
      title="New secret"
      subtitle={hint}
      width="xlarge"
      onClose={onClose}
      footerButtons={[
        { content: 'Copy', buttonType: 'primary', autoFocus: true, onClick: copy },
        { content: 'Done', onClick: onClose },
      ]}
    >
      <Stack gap="condensed">
        <Field label="Secret">
          <TextInput block readOnly monospace value={secret} onFocus={({ target }) => target.select()} />
        </Field>
        <output>{note}</output>
      </Stack>
    </Dialog>
  )
}
