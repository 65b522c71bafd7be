import { Select, TextInput } from '@primer/react'
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
  operators: Page<{ firstname: string; email: string | null }> | null | undefined
  groups: Page<{ name: string }> | null | undefined
  search: string
  onSearch: (search: string) => void
  /** A Target as JSON. Empty if none is chosen. */
  value: string
  onChange: (value: string) => void
  problems: readonly ShownProblem[]
}

/** Selects an operator or a group, with a search if there are many. */
export function AssigneeInput({ label, operators, groups, search, onSearch, value, onChange, problems }: Properties) {
  return (
    <>
      {(search !== '' || operators?.pageInfo.hasNextPage || groups?.pageInfo.hasNextPage) && (
        <Field label="Find an operator or a group">
          <TextInput block type="search" value={search} onChange={({ target }) => onSearch(target.value)} />
        </Field>
      )}
      <Field name="assignee" label={label} problems={problems}>
        <Select block value={value} onChange={({ target }) => onChange(target.value)}>
          <Select.Option value="">Choose</Select.Option>
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
        </Select>
      </Field>
    </>
  )
}
