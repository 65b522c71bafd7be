import { useState } from 'react'
import { useQuery } from 'urql'
import { Combobox, type ComboboxProperties } from '../../../ui/form/inputs/combobox'
import { useSettled } from '../../../ui/form/inputs/settled'
import { graphql } from '../../../gql'
import { subjectOf } from '../../../cases/labels/case-title'

const FoundCasesQuery = graphql(`
  query FoundCases($search: String!) {
    cases(first: 10, filter: { search: $search }, orderBy: BEST_FIRST) {
      nodes {
        id
        caseStatus {
          name
        }
        ...TitledCase
      }
    }
  }
`)

interface Properties extends Pick<ComboboxProperties, 'name' | 'label' | 'hint' | 'problems'> {
  /** The case that is not offered. */
  without: string
  /** What was chosen. */
  text?: string
  onChoose: (id: string, title: string) => void
}

/** Finds a case by its number or by words. */
export function CaseInput({ without, text = '', onChoose, ...field }: Properties) {
  const [search, setSearch] = useState<string | null>(null)
  const sought = search?.trim() ?? ''
  const settled = useSettled(sought)
  const [{ data, fetching }] = useQuery({
    query: FoundCasesQuery,
    variables: { search: settled },
    pause: sought === '' || settled === '',
    requestPolicy: 'cache-and-network',
  })
  const found = sought === '' ? [] : (data?.cases?.nodes ?? []).filter(({ id }) => id !== without)
  return (
    <Combobox
      {...field}
      placeholder="Number or words"
      text={text}
      groups={[
        {
          label: '',
          choices: found.map((each) => ({
            value: each.id,
            text: `${each.id} ${subjectOf(each)}`,
            detail: each.caseStatus.name,
          })),
        },
      ]}
      isLoading={fetching || settled !== sought}
      onSearch={setSearch}
      onChoose={({ value, text: title }) => onChoose(value, title)}
    />
  )
}
