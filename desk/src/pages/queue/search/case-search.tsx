import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { SearchForm } from '../../../ui/form/inputs/search-form'
import { searchInputId } from '../../layout/shortcuts'
import { useCaseLists } from '../list/case-lists'

/** After the last letter, so that a word that is typed fast is searched once. */
const pauseMs = 100

/** Finds cases from every page, open and closed ones, as one types. Enter opens a case by its number, and lists the cases of an address. */
export function CaseSearch() {
  const [path, navigate] = useLocation()
  const [parameters] = useSearchParams()
  const shown = path === '/' ? (parameters.get('customer') ?? parameters.get('text') ?? '') : ''
  const [typed, setTyped] = useState(shown)
  const { later, cancel } = useLatest()

  function show(entered: string) {
    setTyped(entered)
    const found = new URLSearchParams({ text: entered, status: 'any' })
    // The letters of a word are one step back.
    navigate(`/?${found.toString()}`, { replace: parameters.has('text') })
  }

  function type(entered: string) {
    if (entered !== '') later(() => show(entered))
    else cancel()
  }

  function search(entered: string) {
    cancel()
    setTyped(entered)
    navigate(addressOfSearch(entered))
  }

  return (
    <search className="case-search">
      <SearchForm
        name={searchInputId}
        label="Search cases"
        isLabelHidden
        placeholder="Number, customer or words"
        value={shown}
        typed={typed}
        onSearch={search}
        onType={type}
      />
    </search>
  )
}

/** Calls the last of several functions after a pause, and only once the list that is shown has been loaded: one search at a time. */
function useLatest() {
  const lists = useCaseLists()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  function later(act: () => void) {
    cancel()
    timer.current = setTimeout(() => (lists.last()?.list.state.isLoading ? later(act) : act()), pauseMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { later, cancel }
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
