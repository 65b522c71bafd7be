import { addressOf } from '../item/item-kind'
import { ConnectionList } from '../../../cases/live/connection-list'
import { ListPage, Rows } from '../item/list-page'
import { SearchForm } from '../../../ui/form/inputs/search-form'
import { useUrlFilter } from '../../../ui/form/url-filter'
import { useCodeNames } from '../configuration/names'
import { changedBy } from '../configuration/configuration'
import type { GroupInput } from '../gql/graphql'
import { active, checkList, chosenList, text } from '../inputs/kinds'
import { activeOptions } from '../inputs/options'
import type { InputsFor } from '../item/inputs'
import type { NodeKind, NodeOf } from '../item/node-page'
import { useOperatorOptions } from './persons'
import { GroupsQuery } from './group-names'
import { WhoReassigns } from './who-reassigns'

const inputs: InputsFor<GroupInput, NodeOf<'OperatorGroup'>> = {
  name: text('Name', { sentAs: 'newName' }),
  active: active('Its types apply to its members, and cases can be assigned to it.'),
  typeCodes: checkList('Types', ({ types }) => activeOptions(types), {
    hint: 'The members can read and change cases of these types.',
  }),
  memberEmails: chosenList('Members', 'Add an operator', useOperatorOptions, {
    read: ({ members }) => (members ?? []).flatMap(({ email }) => email ?? []),
  }),
}

export const groupKind: NodeKind = {
  part: 'groups',
  noun: 'group',
  path: '/groups',
  inputs,
  whenAssigned: (values) => <WhoReassigns of={values} />,
  async find(client, { name }) {
    const { data } = await client.query(GroupsQuery, { search: String(name) }, { requestPolicy: 'network-only' })
    return data?.groups?.nodes.find((each) => each.name === name)?.id
  },
}

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
