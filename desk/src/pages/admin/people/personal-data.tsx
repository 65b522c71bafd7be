import { Button, LinkButton } from '../../../ui/elements/button'
import { Dialog } from '../../../ui/elements/dialog'
import { TextInput } from '../../../ui/elements/inputs'
import { Stack } from '../../../ui/elements/stack'
import { useState } from 'react'
import { useAction } from '../../../cases/change/use-action'
import { Field } from '../../../ui/form/inputs/field'
import { Panel } from '../../../ui/form/panel'
import type { ShownProblem } from '../../../ui/form/problems/problems'
import { graphql } from '../gql'

const ErasePersonMutation = graphql(`
  mutation ErasePerson($input: ErasePersonInput!) {
    result: erasePerson(input: $input) {
      ... on ErasePersonPayload {
        cases
      }
      ... on ErasePersonError {
        message
      }
    }
  }
`)

/** Exports what is stored about a person, and erases it. */
export function PersonalData({ id, email }: { id: string; email: string }) {
  const { problems, act } = useAction(ErasePersonMutation, { isRetried: true })
  const [cases, setCases] = useState<number>()

  /** Counts the cases that are concerned. */
  async function ask() {
    setCases((await act({ personId: id, dryRun: true }))?.cases)
  }
  async function erase() {
    setCases(undefined)
    // The page then shows that the person was erased.
    await act({ personId: id, dryRun: false })
  }

  return (
    <Panel title="Personal data" problems={problems}>
      <Stack direction="horizontal" gap="condensed" wrap="wrap">
        <LinkButton href={`/desk/persons/${id.replace('person:', '')}/export`}>Export</LinkButton>
        <Button variant="danger" onClick={ask}>
          Erase
        </Button>
      </Stack>
      {cases !== undefined && (
        <ConfirmErasure email={email} cases={cases} onClose={() => setCases(undefined)} onConfirm={erase} />
      )}
    </Panel>
  )
}

interface Properties {
  email: string
  cases: number
  onClose: () => void
  onConfirm: () => void
}

/** Erasing cannot be undone, so the address has to be typed. */
function ConfirmErasure({ email, cases, onClose, onConfirm }: Properties) {
  const [entered, setEntered] = useState('')
  const [problems, setProblems] = useState<ShownProblem[]>([])

  function confirm() {
    if (entered.trim().toLowerCase() === email.toLowerCase()) return onConfirm()
    setProblems([{ input: 'confirmation', message: `Enter ${email}.` }])
  }
  return (
    <Dialog
      title="Erase the personal data?"
      role="alertdialog"
      width="large"
      onClose={onClose}
      footerButtons={[
        { content: 'Cancel', onClick: onClose },
        { content: 'Erase', buttonType: 'danger', onClick: confirm },
      ]}
    >
      <Stack>
        <div>
          {`This removes the name, the email address, the sign-in and the comments of the person. ${tookPartText(cases)} This cannot be undone.`}
        </div>
        <div>
          What stays: the cases with their subjects, values and histories, what others have written, backups and files
          that were exported. If they contain personal data, change them before you erase the person.
        </div>
        <Field name="confirmation" label={`To confirm, enter ${email}`} problems={problems}>
          <TextInput block autoComplete="off" value={entered} onChange={({ target }) => setEntered(target.value)} />
        </Field>
      </Stack>
    </Dialog>
  )
}

function tookPartText(cases: number): string {
  if (cases === 0) return 'The person took part in no cases.'
  return cases === 1
    ? 'The person took part in 1 case, which is kept.'
    : `The person took part in ${cases.toLocaleString()} cases, which are kept.`
}
