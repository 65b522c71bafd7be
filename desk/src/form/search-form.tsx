import { SearchIcon } from '@primer/octicons-react'
import { TextInput } from '../elements/inputs'
import { Field } from './field'
import { submitted } from './submit'

interface Properties {
  /** Equals the ID of the input. */
  name?: string
  label: string
  isLabelHidden?: boolean
  placeholder?: string
  value: string
  onSearch: (text: string) => void
}

/** A search that begins when it is submitted. */
export function SearchForm({ value, placeholder, onSearch, ...field }: Properties) {
  return (
    <form onSubmit={submitted((entered) => onSearch(entered('search')))}>
      <Field {...field}>
        <TextInput
          block
          type="search"
          name="search"
          maxLength={1000}
          autoComplete="off"
          placeholder={placeholder}
          key={value}
          defaultValue={value}
          trailingAction={<TextInput.Action type="submit" icon={SearchIcon} aria-label="Search" />}
        />
      </Field>
    </form>
  )
}
