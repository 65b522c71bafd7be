import { Select } from '@primer/react'
import { useSearchParams } from 'wouter'
import { Field } from '../form/field'
import { unmask } from '../gql'
import type { CaseFilter, CaseOrder } from '../gql/graphql'
import { nameOptions, TypeCategory } from '../form/select-options'
import { useViewer, type Viewer } from '../session/viewer'

// Parties do not see who waits.
const orders: Record<Exclude<CaseOrder, 'WAITING_LONGEST'>, string> = {
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
    ...(parameters.has('customer') && { partyEmail: parameters.get('customer') }),
    ...(parameters.has('text') && { text: parameters.get('text') }),
  }
  return { filter, orderBy: order !== null && order in orders ? (order as CaseOrder) : 'UPDATED_DESC' }
}

export function QueueFilters() {
  const viewer = useViewer()
  const [parameters, setParameters] = useSearchParams()

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

  return (
    <div className="filters">
      <Field label="Status">
        <Select {...bind('status', 'open')}>
          <Select.Option value="open">All open</Select.Option>
          <Select.Option value="closed">All closed</Select.Option>
          <Select.Option value="any">Any</Select.Option>
          <Select.OptGroup label="Only">
            {nameOptions(statusesOf(viewer, parameters.get('status')), 'name:')}
          </Select.OptGroup>
        </Select>
      </Field>
      {viewer.login === 'OPERATOR' && (
        <Field label="Assigned to">
          <Select {...bind('assigned')}>
            <Select.Option value="">Anybody</Select.Option>
            <Select.Option value="me">Me</Select.Option>
            <Select.Option value="nobody">Nobody</Select.Option>
            {nameOptions(viewer.groups, 'group:')}
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
    </div>
  )
}

/** The active statuses. A bookmark may select one that has become inactive. */
function statusesOf({ statuses }: Viewer, selected: string | null): Viewer['statuses'] {
  return statuses.filter(({ name, active }) => active || selected === `name:${name}`)
}

function typesOf({ typeCategories }: Viewer): [code: string, name: string][] {
  return [
    ...new Map(
      unmask(TypeCategory, typeCategories).map(({ caseTypeCode, caseTypeName }) => [caseTypeCode, caseTypeName]),
    ),
  ]
}
