import { addressOf } from '../item/item-kind'
import { ConnectionList } from '../../live/connection-list'
import { ListPage, Rows } from '../list/list-page'
import { SearchForm } from '../../form/search-form'
import { useUrlFilter } from '../../form/url-filter'
import { useCodeNames } from '../words/names'
import { changedBy } from '../configuration'
import { groupKind } from './group-kind'
import { GroupsQuery } from './group-names'

export const groups = {
  ...groupKind,
  title: 'Groups',
  hint: 'Teams of operators. Cases can be assigned to them. Their types apply to all members.',
}

export function GroupsPage() {
  const filter = useUrlFilter()
  const search = filter.get('search')
  const { typeName } = useCodeNames()
  return (
    <ListPage of={groups}>
      <SearchForm label="Find groups" value={search} onSearch={(value) => filter.set('search', value)} />
      <ConnectionList
        key={search}
        query={GroupsQuery}
        variables={{ first: 50, search: search || null }}
        context={changedBy}
        connectionOf={({ groups }) => groups}
        whenEmpty={
          search ? undefined : 'For example “Billing team”: its members see the cases of its types, and can take them.'
        }
      >
        {(nodes) => (
          <Rows
            rows={nodes.map(({ id, name, active, typeCodes }) => ({
              title: name,
              to: addressOf(groups, { id }),
              description: typeCodes?.length ? `Types: ${typeCodes.map(typeName).join(', ')}` : 'No types',
              badges: [active === false && 'Inactive'],
            }))}
          />
        )}
      </ConnectionList>
    </ListPage>
  )
}
