import { SearchIcon } from '@primer/octicons-react'
import { TextInput } from '@primer/react'
import type { FormEvent } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { Field } from '../form/field'
import { searchInputId } from '../layout/shortcuts'

/** Finds cases from every page, open and closed ones: by number, by the customer's email address, or by words and names. */
export function CaseSearch() {
  const [path, navigate] = useLocation()
  const [parameters] = useSearchParams()
  const shown = path === '/' ? (parameters.get('customer') ?? parameters.get('text') ?? '') : ''

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = String(new FormData(event.currentTarget).get('search')).trim()
    const number = /^#?([1-9]\d{0,15})$/.exec(entered)?.[1]
    if (number !== undefined) return navigate(`/cases/${number}`)
    if (entered === '') return navigate('/')
    const isAddress = /^[^\s"@]+@[^\s"@]+$/.test(entered)
    const found = new URLSearchParams({ [isAddress ? 'customer' : 'text']: entered, status: 'any' })
    navigate(`/?${found.toString()}`)
  }

  return (
    <search className="case-search">
      <form onSubmit={search}>
        <Field name={searchInputId} label="Search cases" isLabelHidden>
          <TextInput
            block
            type="search"
            name="search"
            maxLength={1000}
            autoComplete="off"
            placeholder="Number, customer or words"
            key={shown}
            defaultValue={shown}
            trailingAction={<TextInput.Action type="submit" icon={SearchIcon} aria-label="Search" />}
          />
        </Field>
      </form>
    </search>
  )
}
