import { Select } from '../elements/inputs'
import { Field } from '../form/field'
import { nameOptions, pairOptions, valueOptions } from '../form/select-options'
import { useUrlFilter } from '../form/url-filter'
import { useViewer, type Viewer } from '../session/viewer'
import { valuesThat } from '../words/case-values'
import { orders, typesOf } from './filters'

/** The inputs for the filters and the order of the queue, which are in the address. */
export function FilterPanel() {
  const viewer = useViewer()
  const { bind, get } = useUrlFilter({ replace: false })
  return (
    <div className="filters">
      <Field label="Status">
        <Select {...bind('status', 'open')}>
          <Select.Option value="open">All open</Select.Option>
          <Select.Option value="closed">All closed</Select.Option>
          <Select.Option value="any">Any</Select.Option>
          <Select.OptGroup label="Only">{nameOptions(statusesOf(viewer, get('status')), 'name:')}</Select.OptGroup>
        </Select>
      </Field>
      <Field label="Assigned to">
        <Select {...bind('assigned')}>
          <Select.Option value="">Anybody</Select.Option>
          <Select.Option value="me">Me</Select.Option>
          <Select.Option value="groups">My groups</Select.Option>
          <Select.Option value="nobody">Nobody</Select.Option>
          {nameOptions(viewer.groups, 'group:')}
        </Select>
      </Field>
      <Field label="Type">
        <Select {...bind('type')}>
          <Select.Option value="">Any</Select.Option>
          {pairOptions(typesOf(viewer))}
        </Select>
      </Field>
      {valuesThat('isFilter').map(([name, value]) => (
        <Field key={name} label={value.label}>
          <Select {...bind(name)}>
            <Select.Option value="">Any</Select.Option>
            {valueOptions(value, [])}
          </Select>
        </Field>
      ))}
      <Field label="Order">
        <Select {...bind('order', 'UPDATED_DESC')}>{pairOptions(Object.entries(orders))}</Select>
      </Field>
    </div>
  )
}

/** The active statuses. A bookmark may select one that has become inactive. */
function statusesOf({ statuses }: Viewer, selected: string): Viewer['statuses'] {
  return statuses.filter(({ name, active }) => active || selected === `name:${name}`)
}
