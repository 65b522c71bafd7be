import { SearchIcon } from '@primer/octicons-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../elements/button'
import { TextInput } from '../../elements/inputs'
import { Field, type FieldProperties } from './field'
import { submitted } from './submit'

interface Properties extends Pick<FieldProperties, 'name' | 'label' | 'isLabelHidden'> {
  placeholder?: string
  value: string
  onSearch: (text: string) => void
  /** The text that is searched for as it was typed. The input keeps what is typed beyond it. */
  typed?: string
  /** Called with each letter, without spaces around the text. */
  onType?: (text: string) => void
}

/** A search that begins when it is submitted, or as one types. */
export function SearchForm({ value, typed, placeholder, onSearch, onType, ...field }: Properties) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (typed !== undefined && typed !== value && input.current) input.current.value = value
  }, [typed, value])
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
          key={onType ? '' : value}
          ref={input}
          onInput={(event) => onType?.(event.currentTarget.value.trim())}
          defaultValue={value}
          trailingAction={<IconButton type="submit" icon={SearchIcon} aria-label="Search" />}
        />
      </Field>
    </form>
  )
}
