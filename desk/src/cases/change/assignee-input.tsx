import { useState } from 'react'
import { useQuery } from 'urql'
import {
  type Choice,
  type ChoiceGroup,
  choicesWith,
  Combobox,
  type ComboboxProperties,
} from '../../ui/form/inputs/combobox'
import { useSettled } from '../../ui/form/inputs/settled'
import { graphql, unmask } from '../../gql'
import { useViewer, type Viewer } from '../../session/viewer'

const FoundOperators = graphql(`
  fragment FoundOperators on PersonConnection {
    edges {
      openCases
      node {
        firstname
        email
      }
    }
    pageInfo {
      hasNextPage
    }
  }
`)

const FoundGroups = graphql(`
  fragment FoundGroups on OperatorGroupConnection {
    edges {
      openCases
      node {
        name
      }
    }
    pageInfo {
      hasNextPage
    }
  }
`)

/** Whom cases can be assigned to: those of a case, else all. Blocked operators are not among those of a case. */
const AssigneesQuery = graphql(`
  query Assignees($id: ID!, $isOfCase: Boolean!, $search: String) {
    case(id: $id) @include(if: $isOfCase) {
      operators: assignableOperators(first: 50, search: $search) {
        ...FoundOperators
      }
      groups: assignableGroups(first: 50, search: $search) {
        ...FoundGroups
      }
    }
    operators(first: 50, search: $search) @skip(if: $isOfCase) {
      ...FoundOperators
    }
    groups(first: 50, search: $search) @skip(if: $isOfCase) {
      ...FoundGroups
    }
  }
`)

/** The operator or group that cases are assigned to. */
export type Target = { email: string } | { groupName: string }

/** How addresses and choices name whom cases are assigned to: `me`, `nobody`, `operator:` and an address, `group:` and a name. */
export type Assigned = string

export const assignedToGroup = (name: string): Assigned => `group:${name}`
export const assignedToOperator = (email: string): Assigned => `operator:${email}`

/** Null for nobody. */
export function targetOf(assigned: Assigned, viewer: Viewer): Target | null {
  const [kind, name] = partsOf(assigned)
  if (kind === 'group') return { groupName: name }
  if (kind === 'operator') return { email: name }
  return assigned === 'me' ? { email: viewer.email ?? '' } : null
}

/** The kind, and the name of what is of this kind. */
export function partsOf(assigned: Assigned): [kind: string, name: string] {
  const end = assigned.indexOf(':')
  return end === -1 ? [assigned, ''] : [assigned.slice(0, end), assigned.slice(end + 1)]
}

interface Sought {
  /** The case that is to be assigned. Undefined for all that there are. */
  id?: string | undefined
  /** What their names or addresses contain. Null loads nothing. */
  search: string | null
  /** What else can be chosen, after Me and Nobody. */
  more?: readonly Choice[]
}

/** People and groups with the numbers of their open cases, Me and Nobody first. */
export function useAssignees({ id, search, more = [] }: Sought): { groups: ChoiceGroup[]; isLoading: boolean } {
  const viewer = useViewer()
  const sought = search?.trim() ?? ''
  const settled = useSettled(sought)
  const first = useAnswer(id, null, search !== null)
  // Where there are few, all are known, and what is typed finds them at once.
  const found = useAnswer(id, settled, sought !== '' && settled !== '' && first.hasMore)
  const people = byValue([...first.people, ...found.people])
  const own = people.find(({ value }) => value === assignedToOperator(viewer.email))
  const fixed: Choice[] = [
    { value: 'me', text: 'Me', detail: viewer.firstname, openCases: own?.openCases },
    { value: 'nobody', text: 'Nobody' },
    ...more,
  ]
  const matching = (choices: readonly Choice[]) => choicesWith(choices, sought)
  return {
    groups: [
      { label: '', choices: matching(fixed) },
      { label: 'People', choices: matching(people.filter((each) => each !== own)) },
      { label: 'Groups', choices: matching(byValue([...first.groups, ...found.groups])) },
    ],
    isLoading: first.isLoading || found.isLoading || (first.hasMore && settled !== sought),
  }
}

/** What the service finds: at most 50 people and 50 groups. */
function useAnswer(id: string | undefined, search: string | null, isWanted: boolean) {
  const [{ data, fetching }] = useQuery({
    query: AssigneesQuery,
    variables: { id: id ?? '', isOfCase: id !== undefined, search },
    pause: !isWanted,
    requestPolicy: 'cache-and-network',
  })
  const found = (isWanted && (id === undefined ? data : data?.case)) || {}
  const operators = unmask(FoundOperators, found.operators)
  const groups = unmask(FoundGroups, found.groups)
  return {
    people: (operators?.edges ?? []).flatMap(({ node: { firstname, email }, openCases }) =>
      email === null ? [] : [{ value: assignedToOperator(email), text: firstname, detail: email, openCases }],
    ),
    groups: (groups?.edges ?? []).map(({ node: { name }, openCases }) => ({
      value: assignedToGroup(name),
      text: name,
      openCases,
    })),
    hasMore: Boolean(operators?.pageInfo.hasNextPage || groups?.pageInfo.hasNextPage),
    isLoading: isWanted && fetching,
  }
}

function byValue(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()]
}

interface Properties extends Pick<ComboboxProperties, 'label' | 'isLabelHidden' | 'problems'> {
  /** The case. Undefined before there is one. */
  id?: string
  /** Whom the case is assigned to. Undefined if that differs. */
  value?: Target | null
  /** The name of that. */
  name?: string | undefined
  /** What the empty input says. */
  none: string
  /** The target that was chosen, with its name. */
  onChange: (target: Target | null, name: string) => void
}

/** Finds an operator or a group by what is typed. */
export function AssigneeInput({ id, value, name = '', none, onChange, ...field }: Properties) {
  const viewer = useViewer()
  const [search, setSearch] = useState<string | null>(null)
  return (
    <Combobox
      name="assignee"
      {...field}
      placeholder={none}
      text={value ? name : ''}
      {...useAssignees({ id, search })}
      onSearch={setSearch}
      onChoose={({ value: chosen, text }) => {
        const target = targetOf(chosen, viewer)
        if (JSON.stringify(target) === JSON.stringify(value)) return
        onChange(target, chosen === 'me' ? viewer.firstname : text)
      }}
    />
  )
}
