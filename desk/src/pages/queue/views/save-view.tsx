import { Button } from '../../../ui/elements/button'
import { Dialog } from '../../../ui/elements/dialog'
import { TextInput } from '../../../ui/elements/inputs'
import { useRef, useState } from 'react'
import { toast } from '../../../ui/display/toasts'
import { Field } from '../../../ui/form/inputs/field'
import { submitted } from '../../../ui/form/inputs/submit'
import { sentName, useSavedViews } from './views'

/** Saves the filters of a list under a name, in this browser. */
export function SaveView({ search }: { search: string }) {
  const { save } = useSavedViews()
  const [isAsking, setAsking] = useState(false)

  function submit(name: string) {
    const undo = save({ name, search })
    setAsking(false)
    toast(`Saved as ${name}.`, async () => {
      undo()
      return 'The view is removed.'
    })
  }
  return (
    <>
      <Button size="small" variant="invisible" onClick={() => setAsking(true)}>
        Save as a view
      </Button>
      {isAsking && (
        <NameDialog title="Save as a view" name={sentName()} onSubmit={submit} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

interface Properties {
  title: string
  /** What it is called now. */
  name: string
  onSubmit: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a view, which no other one has. */
export function NameDialog({ title, name: before, onSubmit, onClose }: Properties) {
  const { isTaken } = useSavedViews()
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function submit(name: string) {
    if (name !== before && isTaken(name)) setProblem('You already have a view with this name.')
    else if (name !== '') onSubmit(name)
  }
  return (
    <Dialog title={title} width="small" initialFocusRef={input} onClose={onClose}>
      <form className="stack" onSubmit={submitted((entered) => submit(entered('name')))}>
        <Field
          name="view-name"
          label="Name"
          hint="It appears beside your other views, in this browser."
          problems={problem === '' ? [] : [{ input: 'view-name', message: problem }]}
        >
          <TextInput
            ref={input}
            block
            name="name"
            maxLength={60}
            autoComplete="off"
            defaultValue={before}
            onChange={() => setProblem('')}
          />
        </Field>
        <Button type="submit" variant="primary">
          Save
        </Button>
      </form>
    </Dialog>
  )
}
