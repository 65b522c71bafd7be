import { Button } from '../elements/button'
import { Dialog } from '../elements/dialog'
import { TextInput } from '../elements/inputs'
import { useRef, useState } from 'react'
import { Field } from '../form/field'
import { submitted } from '../form/submit'
import { toast } from '../display/toasts'
import { useSavedViews } from './views'

/** Saves the filters of a list under a name, in this browser. */
export function SaveView({ search }: { search: string }) {
  const { save } = useSavedViews()
  const [isAsking, setAsking] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function submit(name: string) {
    if (name === '') return
    save({ name, search })
    setAsking(false)
    toast(`Saved as ${name}.`)
  }

  return (
    <>
      <Button size="small" variant="invisible" onClick={() => setAsking(true)}>
        Save as a view
      </Button>
      {isAsking && (
        <Dialog title="Save as a view" width="small" initialFocusRef={input} onClose={() => setAsking(false)}>
          <form className="stack" onSubmit={submitted((entered) => submit(entered('name')))}>
            <Field name="view-name" label="Name" hint="It appears beside your other views, in this browser.">
              <TextInput ref={input} block name="name" maxLength={60} autoComplete="off" />
            </Field>
            <Button type="submit" variant="primary">
              Save
            </Button>
          </form>
        </Dialog>
      )}
    </>
  )
}
