import { Dialog } from '../../../ui/elements/dialog'
import { useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useLocation } from 'wouter'
import { assignedToOperator } from '../../../cases/change/assignee-input'
import { type Choice, type ChoiceGroup, choicesWith, Combobox } from '../../../ui/form/inputs/combobox'
import { useSettled } from '../../../ui/form/inputs/settled'
import { graphql } from '../../../gql'
import { titleOf } from '../../../cases/labels/case-title'
import { runShortcut, usableShortcuts } from '../../layout/shortcuts'
import { signOutId } from '../../../session/sign-out'
import { addressOfSearch } from './case-search'
import { commonViews, pathOf, useSavedViews } from '../views/views'

const FoundQuery = graphql(`
  query Found($search: String!) {
    cases(first: 8, filter: { search: $search }, orderBy: BEST_FIRST) {
      nodes {
        id
        ...TitledCase
      }
    }
    operators(first: 5, search: $search) {
      edges {
        openCases
        node {
          firstname
          email
        }
      }
    }
  }
`)

/** Shorter words are in too many cases. */
const minimumLength = 2

/** Finds cases, people, views and what can be done, by what is typed. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const { saved } = useSavedViews()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const found = useFound(typed)
  const [actions] = useState<Record<string, () => void>>(() => ({
    'New case': () => navigate('/cases/new'),
    ...Object.fromEntries(usableShortcuts().map(({ name, effect }) => [effect, () => runShortcut(name)])),
    'Your settings': () => navigate('/your-settings'),
    'Sign out': () => document.getElementById(signOutId)?.click(),
  }))
  const views = [...commonViews, ...saved]
  const groups: ChoiceGroup[] = [
    { label: '', choices: searchFor(typed) },
    {
      label: 'Views',
      choices: choicesWith(
        views.map((view) => choice(pathOf(view), view.name)),
        typed,
      ),
    },
    {
      label: 'Actions',
      choices: choicesWith(
        Object.keys(actions).map((name) => choice(name, name)),
        typed,
      ),
    },
    ...found.groups,
  ]

  function choose({ value }: Choice) {
    onClose()
    // The dialog gives the focus back before something else takes it.
    setTimeout(actions[value] ?? (() => navigate(value)))
  }
  return (
    <Dialog title="Find" width="large" initialFocusRef={input} onClose={onClose} className="palette">
      <Combobox
        label="Find cases, people, views and actions"
        isLabelHidden
        placeholder="A number, words, a name, a view or what to do"
        text=""
        isOpen
        inputRef={input}
        groups={groups}
        isLoading={found.isLoading}
        onSearch={(text) => setTyped(text ?? '')}
        onChoose={choose}
      />
    </Dialog>
  )
}

const choice = (value: string, text: string): Choice => ({ value, text })

/** What the search above the pages would do. */
function searchFor(typed: string): Choice[] {
  const entered = typed.trim()
  if (entered === '') return []
  const address = addressOfSearch(entered)
  const isNumber = address.startsWith('/cases/')
  return [choice(address, isNumber ? `Open case ${entered.replace('#', '')}` : `Search cases for “${entered}”`)]
}

/** The cases and the people that the service finds. */
function useFound(typed: string): { groups: ChoiceGroup[]; isLoading: boolean } {
  const entered = typed.trim()
  const search = useSettled(entered)
  const isPaused = search.length < minimumLength
  const [{ data, fetching }] = useQuery({ query: FoundQuery, variables: { search }, pause: isPaused })
  const isLoading = fetching || search !== entered
  const isFound = data && !isPaused && !isLoading
  const cases = (isFound ? data.cases?.nodes : []) ?? []
  const people = (isFound ? data.operators?.edges : []) ?? []
  return {
    isLoading,
    groups: [
      { label: 'People', choices: people.map(({ node, openCases }) => personChoice({ ...node, openCases })) },
      { label: 'Cases', choices: cases.map((of) => choice(`/cases/${of.id}`, titleOf(of))) },
    ],
  }
}

/** Leads to the open cases of a person. */
function personChoice({ firstname, email, openCases }: { firstname: string; email: string | null; openCases: number }) {
  const parameters = new URLSearchParams({ assigned: assignedToOperator(email ?? '') })
  return { value: `/?${parameters.toString()}`, text: firstname, detail: email ?? undefined, openCases }
}
