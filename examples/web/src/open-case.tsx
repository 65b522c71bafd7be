import type { FormEvent } from 'react'
import { Field } from './field'

export function OpenCase({ onOpen }: { onOpen: (id: string) => void }) {
  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onOpen(String(new FormData(event.currentTarget).get('id')).trim())
  }

  return (
    <search className="card">
      <form onSubmit={open} className="row" aria-label="Open a case">
        <Field name="id" label="Case number" problems={[]}>
          {(attributes) => <input {...attributes} required inputMode="numeric" autoComplete="off" />}
        </Field>
        <button type="submit">Open</button>
      </form>
    </search>
  )
}
