import { SearchIcon } from '@primer/octicons-react'
import { Select, TextInput } from '@primer/react'
import type { FormEvent } from 'react'
import { useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { Field } from './field'
import { graphql, unmask } from './gql'
import type { CaseFilter, CaseOrder } from './gql/graphql'
import { Pair } from './pairs'
import { useViewer, type Viewer } from './viewer'

const StatusesQuery = graphql(`
  query Statuses {
    statuses {
      name
    }
  }
`)

const orders: Record<CaseOrder, string> = {
  UPDATED_DESC: 'Changed last',
  UPDATED_ASC: 'Changed first',
  CREATED_DESC: 'Newest',
  CREATED_ASC: 'Oldest',
}

/** The filters that the URL contains, so that a filtered queue can be bookmarked. */
export function filterFrom(parameters: URLSearchParams): { filter: CaseFilter; orderBy: CaseOrder } {
  const status = parameters.get('status') ?? 'open'
  const assigned = parameters.get('assigned')
  const type = parameters.get('type')
  const order = parameters.get('order')
  const filter: CaseFilter = {
    ...(status === 'open' || status === 'closed' ? { closed: status === 'closed' } : {}),
    ...(status.startsWith('name:') && { status: [status.slice('name:'.length)] }),
    ...(assigned === 'me' && { assignedToMe: true }),
    ...(assigned === 'nobody' && { unassigned: true }),
    ...(assigned?.startsWith('group:') && { groupName: [assigned.slice('group:'.length)] }),
    ...(type && { typeCode: [type] }),
    ...(parameters.has('text') && { text: parameters.get('text') }),
  }
  return { filter, orderBy: order !== null && order in orders ? (order as CaseOrder) : 'UPDATED_DESC' }
}

export function QueueFilters() {
  const viewer = useViewer()
  const [parameters, setParameters] = useSearchParams()
  const [{ data }] = useQuery({ query: StatusesQuery })

  function set(name: string, value: string) {
    setParameters((current) => {
      const next = new URLSearchParams(current)
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  }
  const bind = (name: string, initial = '') => ({
    block: true,
    value: parameters.get(name) ?? initial,
    onChange: ({ target }: { target: HTMLSelectElement }) => set(name, target.value),
  })

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    set('text', String(new FormData(event.currentTarget).get('text')).trim())
  }

  return (
    <search className="filters">
      <Field label="Status">
        <Select {...bind('status', 'open')}>
          <Select.Option value="open">All open</Select.Option>
          <Select.Option value="closed">All closed</Select.Option>
          <Select.Option value="any">Any</Select.Option>
          <Select.OptGroup label="Only">
            {(data?.statuses ?? []).map(({ name }) => (
              <Select.Option key={name} value={`name:${name}`}>
                {name}
              </Select.Option>
            ))}
          </Select.OptGroup>
        </Select>
      </Field>
      {viewer.login === 'OPERATOR' && (
        <Field label="Assigned to">
          <Select {...bind('assigned')}>
            <Select.Option value="">Anybody</Select.Option>
            <Select.Option value="me">Me</Select.Option>
            <Select.Option value="nobody">Nobody</Select.Option>
            {viewer.groups.map(({ name }) => (
              <Select.Option key={name} value={`group:${name}`}>
                {name}
              </Select.Option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Type">
        <Select {...bind('type')}>
          <Select.Option value="">Any</Select.Option>
          {typesOf(viewer).map(([code, name]) => (
            <Select.Option key={code} value={code}>
              {name}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <Field label="Order">
        <Select {...bind('order', 'UPDATED_DESC')}>
          {Object.entries(orders).map(([value, name]) => (
            <Select.Option key={value} value={value}>
              {name}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <form onSubmit={search}>
        <Field label="Words in comments">
          <TextInput
            block
            type="search"
            name="text"
            key={parameters.get('text')}
            defaultValue={parameters.get('text') ?? ''}
            trailingAction={<TextInput.Action type="submit" icon={SearchIcon} aria-label="Search" />}
          />
        </Field>
      </form>
    </search>
  )
}

function typesOf({ typeCategories }: Viewer): [code: string, name: string][] {
  return [...new Map(unmask(Pair, typeCategories).map((pair) => [pair.caseTypeCode, pair.caseTypeName]))]
}
