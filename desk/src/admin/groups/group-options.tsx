import { Select } from '@primer/react'
import { useGroups } from './groups'

/** The options of a select: the active groups, and the one that is stored. */
export function GroupOptions({ stored }: { stored: string }) {
  const groups = useGroups('')
  const names = groups.flatMap(({ name, active }) => (active ? [name] : []))
  const all = stored === '' || names.includes(stored) ? names : [...names, stored]
  return all.map((name) => (
    <Select.Option key={name} value={name}>
      {name}
    </Select.Option>
  ))
}
