import { FilterIcon } from '@primer/octicons-react'
import { Button } from '../../ui/elements/button'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { PageTitle } from '../layout/page-title'
import { BulkChange, casesText } from './bulk/bulk-change'
import { CaseList, SelectShown } from './list/case-list'
import { useCaseList } from './list/case-lists'
import { DownloadTable } from './download-table'
import { FilterChips, FilterPanel } from './filter/filter-panel'
import { SaveView } from './views/save-view'
import { type SelectedCase, type Selection, SelectionContext } from './list/selection'
import { commonViews, sentName, useSavedViews, viewName } from './views/views'

export function QueuePage() {
  const search = useSearch()
  const { saved } = useSavedViews()
  const [isFiltering, setFiltering] = useState(false)
  const found = viewName(search, [...commonViews, ...saved])
  const isUnnamed = found === 'Cases' || found === 'Search results'
  const name = (isUnnamed && sentName()) || found
  return (
    <div className="queue">
      <PageTitle>{name}</PageTitle>
      <Selectable search={search}>
        <h2 className="heading small">
          <bdi>{name}</bdi>
        </h2>
        <FilterChips />
        <Button
          size="small"
          variant="invisible"
          leadingVisual={FilterIcon}
          aria-expanded={isFiltering}
          onClick={() => setFiltering(!isFiltering)}
        >
          Filter
        </Button>
        {isUnnamed && <SaveView search={search} />}
        <DownloadTable search={search} />
        {isFiltering && <FilterPanel />}
      </Selectable>
    </div>
  )
}

interface SelectableProperties {
  search: string
  /** What stands above the list. */
  children: ReactNode
}

const none: ReadonlyMap<string, SelectedCase> = new Map()

/** The list with a selection, which ends with the filter. */
function Selectable({ search, children }: SelectableProperties) {
  const [selected, setSelected] = useState({ search, cases: none })
  const { list, state } = useCaseList()
  const cases = selected.search === search ? selected.cases : none
  const selection = useMemo<Selection>(
    () => ({
      cases,
      select(changed, isSelected) {
        const next = new Map(cases)
        for (const each of changed) {
          if (isSelected) next.set(each.id, each)
          else next.delete(each.id)
        }
        setSelected({ search, cases: next })
      },
    }),
    [cases, search],
  )
  return (
    <SelectionContext value={selection}>
      <div className="row queue-head">
        <SelectShown of={state.rows ?? []} />
        {children}
        <output className="faint">{state.rows && state.totalCount > 0 && casesText(state.totalCount)}</output>
      </div>
      {state.corrected && (
        <output className="corrected">
          Nothing for <bdi>{new URLSearchParams(search).get('text')}</bdi>. Showing <bdi>{state.corrected}</bdi>.
        </output>
      )}
      <BulkChange totalCount={state.totalCount} />
      <CaseList list={list} state={state} />
    </SelectionContext>
  )
}
