import { Dialog } from '../../../ui/elements/dialog'
import { TextInput } from '../../../ui/elements/inputs'
import { Stack } from '../../../ui/elements/stack'
import { useState } from 'react'
import { tellingElsewhere } from '../../../ui/display/opened-page'
import { Field } from '../../../ui/form/inputs/field'

interface Properties {
  title?: string
  label?: string
  secret: string
  hint: string
  onClose: () => void
}

/** What was issued and is shown once. If its page was left before it arrived, a notice says that it is lost. */
export function useIssued<Issued>() {
  const [issued, setIssued] = useState<Issued>()
  async function issue(issuing: Promise<Issued | undefined>) {
    const tellElsewhere = tellingElsewhere()
    const arrived = await issuing
    const lost = 'What was issued could not be shown, because its page was left. Issue it again.'
    if (arrived === undefined || !tellElsewhere(lost)) setIssued(arrived)
  }
  return { issued, issue, close: () => setIssued(undefined) }
}

/** A secret, or a link that contains one, which is shown only once. */
export function IssuedSecret({ title = 'New secret', label = 'Secret', secret, hint, onClose }: Properties) {
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
      title={title}
      subtitle={hint}
      width="xlarge"
      onClose={onClose}
      footerButtons={[
        { content: 'Copy', buttonType: 'primary', autoFocus: true, onClick: copy },
        { content: 'Done', onClick: onClose },
      ]}
    >
      <Stack gap="condensed">
        <Field label={label}>
          <TextInput block readOnly monospace value={secret} onFocus={({ target }) => target.select()} />
        </Field>
        <output>{note}</output>
      </Stack>
    </Dialog>
  )
}
