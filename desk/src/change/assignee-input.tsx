import { Select, TextInput } from '../elements/inputs'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { ChoiceField } from '../form/choice-field'
import { Field } from '../form/field'
import type { ShownProblem } from '../form/problems'
import { graphql } from '../gql'

/** Whom a case can be assigned to. Blocked operators are not among them. */
const AssigneesQuery = graphql(`
  query Assignees($id: ID!, $search: String) {
    case(id: $id) {
      assignableOperators(first: 50, search: $search) {
        nodes {
          firstname
          email
        }
        pageInfo {
          hasNextPage
        }
      }
      assignableGroups(first: 50, search: $search) {
        nodes {
          name
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`)

/** The operator or group that cases are assigned to. */
export type Target = { email: string } | { groupName: string }

interface Properties {
  /** The case. */
  id: string
  label: string
  isLabelHidden?: boolean
  /** What is chosen. `none` if nothing is. */
  value: Target | null
  /** The name of what is chosen, which may not be among the options. */
  name?: string | undefined
  /** The option that stands for no choice. */
  none: string
  /** The target that was chosen, with its name. */
  onChange: (target: Target | null, name: string) => void
  problems?: readonly ShownProblem[]
}

/** Selects an operator or a group, with a search if there are many. */
export function AssigneeInput({ id, label, isLabelHidden, value, name, none, onChange, problems }: Properties) {
  const [search, setSearch] = useState('')
  const variables = { id, search: useDeferredValue(search.trim()) || null }
  const [{ data }] = useQuery({ query: AssigneesQuery, variables })
  const { assignableOperators: operators, assignableGroups: groups } = data?.case ?? {}
  const hasMore = operators?.pageInfo.hasNextPage || groups?.pageInfo.hasNextPage
  const names = new Map([
    ...(operators?.nodes ?? []).map(({ firstname, email }) => [JSON.stringify({ email }), firstname] as const),
    ...(groups?.nodes ?? []).map(({ name }) => [JSON.stringify({ groupName: name }), name] as const),
  ])
  const current = value ? JSON.stringify(value) : ''

  function choose(chosen: string) {
    onChange(chosen === '' ? null : (JSON.parse(chosen) as Target), names.get(chosen) ?? none)
  }
  return (
    <>
      {(search !== '' || hasMore) && (
        <Field label="Find an operator or a group">
          <TextInput block type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        </Field>
      )}
      <ChoiceField
        name="assignee"
        label={label}
        isLabelHidden={isLabelHidden ?? false}
        problems={problems ?? []}
        value={current}
        onChoose={choose}
      >
        <Select.Option value="">{none}</Select.Option>
        {current !== '' && !names.has(current) && <Select.Option value={current}>{name ?? ''}</Select.Option>}
        <Select.OptGroup label="Operators">
          {operators?.nodes.map(({ firstname, email }) => option({ email }, `${firstname}, ${email}`))}
        </Select.OptGroup>
        <Select.OptGroup label="Groups">
          {groups?.nodes.map(({ name }) => option({ groupName: name }, name))}
        </Select.OptGroup>
      </ChoiceField>
    </>
  )
}

function option(target: object, text: string): ReactNode {
  const value = JSON.stringify(target)
  return (
    <Select.Option key={value} value={value}>
      {text}
    </Select.Option>
  )
}
