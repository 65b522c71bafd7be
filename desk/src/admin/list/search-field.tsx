import { SearchIcon } from '@primer/octicons-react'
import { TextInput } from '@primer/react'
import type { FormEvent } from 'react'
import { Field } from '../../form/field'

interface Properties {
  label: string
  value: string
  onSearch: (value: string) => void
}

/** A search that begins when it is submitted. */
export function SearchField({ label, value, onSearch }: Properties) {
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('search')).trim())
  }
  return (
    <form onSubmit={search}>
      <Field label={label}>
        <TextInput
          block
          type="search"
          name="search"
          maxLength={1000}
          autoComplete="off"
          key={value}
          defaultValue={value}
          trailingAction={<TextInput.Action type="submit" icon={SearchIcon} aria-label="Search" />}
        />
      </Field>
    </form>
  )
}
