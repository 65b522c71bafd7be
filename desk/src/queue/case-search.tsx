import { useLocation, useSearchParams } from 'wouter'
import { SearchForm } from '../form/search-form'
import { searchInputId } from '../layout/shortcuts'

/** Finds cases from every page, open and closed ones: by number, by the customer's email address, or by words and names. */
export function CaseSearch() {
  const [path, navigate] = useLocation()
  const [parameters] = useSearchParams()
  const shown = path === '/' ? (parameters.get('customer') ?? parameters.get('text') ?? '') : ''

  return (
    <search className="case-search">
      <SearchForm
        name={searchInputId}
        label="Search cases"
        isLabelHidden
        placeholder="Number, customer or words"
        value={shown}
        onSearch={(entered) => navigate(addressOfSearch(entered))}
      />
    </search>
  )
}

/** The path of what a search leads to: a case by its number, else a list. */
export function addressOfSearch(entered: string): string {
  const number = /^#?([1-9]\d{0,15})$/.exec(entered)?.[1]
  if (number !== undefined) return `/cases/${number}`
  if (entered === '') return '/'
  const isAddress = /^[^\s"@]+@[^\s"@]+$/.test(entered)
  const found = new URLSearchParams({ [isAddress ? 'customer' : 'text']: entered, status: 'any' })
  return `/?${found.toString()}`
}
