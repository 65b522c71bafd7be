import { Select, TextInput } from '@primer/react'
import type { ReactNode } from 'react'
import { ChoiceField } from './choice-field'
import { Field } from './field'
import type { ShownProblem } from './problems'

/** The operator or group that cases are assigned to. */
export type Target = { email: string } | { groupName: string }

interface Page<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean }
}

interface Properties {
  label: string
  isLabelHidden?: boolean
  operators: Page<{ firstname: string; email: string | null }> | null | undefined
  groups: Page<{ name: string }> | null | undefined
  search: string
  onSearch: (search: string) => void
  /** A Target as JSON, or the value of one of the children. */
  value: string
  /** The target that was chosen. Null for one of the children. */
  onChange: (target: Target | null) => void
  problems: readonly ShownProblem[]
  /** The options before the operators and groups. */
  children: ReactNode
}

/** Selects an operator or a group, with a search if there are many. */
export function AssigneeInput(properties: Properties) {
  const {
    label,
    isLabelHidden = false,
    operators,
    groups,
    search,
    onSearch,
    value,
    onChange,
    problems,
    children,
  } = properties
  return (
    <>
      {(search !== '' || operators?.pageInfo.hasNextPage || groups?.pageInfo.hasNextPage) && (
        <Field label="Find an operator or a group">
          <TextInput block type="search" value={search} onChange={({ target }) => onSearch(target.value)} />
        </Field>
      )}
      <ChoiceField
        name="assignee"
        label={label}
        isLabelHidden={isLabelHidden}
        problems={problems}
        value={value}
        onChoose={(chosen) => onChange(chosen.startsWith('{') ? (JSON.parse(chosen) as Target) : null)}
      >
        {children}
        <Select.OptGroup label="Operators">
          {operators?.nodes.map(({ firstname, email }) => (
            <Select.Option key={email} value={JSON.stringify({ email })}>
              {`${firstname}, ${email}`}
            </Select.Option>
          ))}
        </Select.OptGroup>
        <Select.OptGroup label="Groups">
          {groups?.nodes.map(({ name }) => (
            <Select.Option key={name} value={JSON.stringify({ groupName: name })}>
              {name}
            </Select.Option>
          ))}
        </Select.OptGroup>
      </ChoiceField>
    </>
  )
}
