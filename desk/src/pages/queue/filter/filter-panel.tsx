import { XIcon } from '@primer/octicons-react'
import { Checkbox, Select, TextInput } from '../../../ui/elements/inputs'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useAssignees } from '../../../cases/change/assignee-input'
import { TagInput, useTags } from '../../../cases/change/tag-input'
import { Combobox } from '../../../ui/form/inputs/combobox'
import { Field } from '../../../ui/form/inputs/field'
import { pairOptions, valueOptions } from '../../../ui/form/inputs/select-options'
import { useUrlFilter } from '../../../ui/form/url-filter'
import { useViewer } from '../../../session/viewer'
import { valuesThat } from '../../../ui/words/case-values'
import { assignedText, chipsOf, chosenStatuses, days, orders, typesOf } from './filters'

/** The inputs for the filters and the order of the queue, which are in the address. */
export function FilterPanel() {
  const viewer = useViewer()
  const { bind, get, set } = useUrlFilter({ replace: false })
  return (
    <div className="filters">
      <StatusFilter />
      <AssignedFilter />
      <Field label="Type">
        <Select {...bind('type')}>
          <option value="">Any</option>
          {pairOptions(typesOf(viewer))}
        </Select>
      </Field>
      <TagFilter />
      {valuesThat('isFilter').map(([name, value]) => (
        <Field key={name} label={value.label}>
          <Select {...bind(name)}>
            <option value="">Any</option>
            {valueOptions(value, [])}
          </Select>
        </Field>
      ))}
      {Object.entries(days).map(([name, label]) => (
        <Field key={name} label={label}>
          <TextInput type="date" {...bind(name)} />
        </Field>
      ))}
      <Field label="Order">
        <Select {...bind('order', 'UPDATED_DESC')}>{pairOptions(Object.entries(orders))}</Select>
      </Field>
      <Field label="Only unread" inline>
        <Checkbox
          checked={get('unread') !== ''}
          onChange={({ target }) => set('unread', target.checked ? 'yes' : '')}
        />
      </Field>
      <StatusNames />
    </div>
  )
}

/** All open ones, all closed ones, or several by their names. */
function useStatusFilter() {
  const [parameters, setParameters] = useSearchParams()
  const chosen = chosenStatuses(parameters)
  function choose(values: readonly string[]) {
    setParameters((current) => {
      const next = new URLSearchParams(current)
      next.delete('status')
      for (const value of values) next.append('status', value)
      return next
    })
  }
  return { chosen, value: chosen.length > 0 ? 'names' : (parameters.get('status') ?? 'open'), choose }
}

function StatusFilter() {
  const { value, choose } = useStatusFilter()
  return (
    <Field label="Status">
      <Select block value={value} onChange={({ target }) => choose([target.value])}>
        {value === 'names' && <option value="names">Those chosen below</option>}
        <option value="open">All open</option>
        <option value="closed">All closed</option>
        <option value="any">Any</option>
      </Select>
    </Field>
  )
}

function StatusNames() {
  const { statuses } = useViewer()
  const { chosen, choose } = useStatusFilter()
  // A bookmark may choose one that has become inactive.
  const offered = statuses.filter(({ name, active }) => active || chosen.includes(name))

  function turn(name: string, isOn: boolean) {
    const names = isOn ? [...chosen, name] : chosen.filter((other) => other !== name)
    choose(names.map((each) => `name:${each}`))
  }
  return (
    <fieldset className="row statuses">
      <legend>Only these statuses</legend>
      {offered.map(({ name, active }) => (
        <Field key={name} label={active ? name : `${name} (inactive)`} inline>
          <Checkbox checked={chosen.includes(name)} onChange={({ target }) => turn(name, target.checked)} />
        </Field>
      ))}
    </fieldset>
  )
}

function TagFilter() {
  const { get, set } = useUrlFilter({ replace: false })
  const code = get('tag')
  const { tags } = useTags(code !== '')
  return (
    <TagInput
      label="Tag"
      placeholder="Any"
      none="Any"
      withInactive
      text={tags.find((tag) => tag.code === code)?.label ?? code}
      onChoose={(tag) => set('tag', tag.code)}
    />
  )
}

function AssignedFilter() {
  const viewer = useViewer()
  const { get, set } = useUrlFilter({ replace: false })
  const [search, setSearch] = useState<string | null>(null)
  const anybody = { value: '', text: 'Anybody' }
  const more = viewer.groups.length > 0 ? [anybody, { value: 'groups', text: 'My groups' }] : [anybody]
  const assigned = get('assigned')
  return (
    <Combobox
      label="Assigned to"
      placeholder="Anybody"
      text={assigned === '' ? '' : assignedText(assigned)}
      {...useAssignees({ search, more })}
      onSearch={setSearch}
      onChoose={({ value }) => set('assigned', value)}
    />
  )
}

/** The filters in effect, each with a link to the list without it. */
export function FilterChips() {
  const viewer = useViewer()
  const [parameters] = useSearchParams()
  const { tags } = useTags(parameters.has('tag'))
  const chips = chipsOf(parameters, viewer, tags)
  if (chips.length === 0) return null
  return (
    <ul className="row chips" aria-label="Filters">
      {chips.map(({ text, without }) => (
        <li key={text}>
          <Link href={`/?${without}`} title="Remove this filter">
            <bdi>{text}</bdi> <XIcon size={12} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
