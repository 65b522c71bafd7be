import { useQuery } from 'urql'
import { changedBy } from '../configuration/configuration'
import { graphql } from '../gql'
import { SelectField } from '../inputs/fields'
import { namedOptions, type Option } from '../inputs/options'
import type { Input } from '../item/inputs'

export const GroupsQuery = graphql(`
  query Groups($search: String, $first: Int = 100, $after: String) {
    groups(first: $first, search: $search, after: $after) {
      nodes {
        id
        name
        active
        typeCodes
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** The first groups whose names contain a text. Undefined until they are loaded. */
export function useGroups(search: string) {
  const query = { query: GroupsQuery, variables: { search }, requestPolicy: 'cache-and-network' } as const
  const [{ data }] = useQuery({ ...query, context: changedBy })
  return data && (data.groups?.nodes ?? [])
}

export function useGroupOptions(search: string): Option[] {
  return namedOptions((useGroups(search) ?? []).map(({ name }) => name))
}

/** The group that new cases are assigned to: an active one, or the one that is stored. */
export const groupOfNewCases: Input<string, { group: { name: string } | null }> = {
  label: 'Group of new cases',
  hint: 'New cases are assigned to this group while it is active.',
  initial: '',
  read: ({ group }) => group?.name ?? '',
  send: (value) => value || null,
  Field: function GroupField({ value, ...field }) {
    const names = (useGroups('') ?? []).flatMap(({ name, active }) => (active ? [name] : []))
    const offered = value === '' || names.includes(value) ? names : [...names, value]
    return <SelectField {...field} value={value} options={[{ value: '', label: 'None' }, ...namedOptions(offered)]} />
  },
}
