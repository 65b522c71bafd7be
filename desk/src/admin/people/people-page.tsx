import { Select } from '../../elements/inputs'
import { Field } from '../../form/field'
import { pairOptions } from '../../form/select-options'
import { isErased } from '../../words/erased'
import { type Login, loginNames } from '../../words/names'
import { addressOf } from '../item/item-kind'
import { ConnectionList } from '../../live/connection-list'
import { ListPage, Rows } from '../list/list-page'
import { SearchForm } from '../../form/search-form'
import { useUrlFilter } from '../../form/url-filter'
import { changedBy } from '../configuration'
import { personKind } from './person-kind'
import { PersonsQuery } from './persons'

export const people = { ...personKind, title: 'People', hint: 'Operators, customers, consumers and admins.' }

export function PeoplePage() {
  const filter = useUrlFilter()
  const search = filter.get('search')
  const login = (Object.keys(loginNames) as Login[]).find((each) => each === filter.get('login')) ?? null
  return (
    <ListPage of={people}>
      <div className="filters">
        <SearchForm label="Find people" value={search} onSearch={(value) => filter.set('search', value)} />
        <Field label="Login">
          <Select {...filter.bind('login')}>
            <Select.Option value="">Any</Select.Option>
            {pairOptions(Object.entries(loginNames))}
          </Select>
        </Field>
      </div>
      <ConnectionList
        key={`${login} ${search}`}
        query={PersonsQuery}
        variables={{ first: 50, login, search: search || null }}
        context={changedBy}
        connectionOf={({ persons }) => persons}
      >
        {(nodes) => (
          <Rows
            rows={nodes.map((person) => ({
              title: person.firstname,
              to: addressOf(people, { id: person.id }),
              description: isErased(person.email) ? '' : (person.email ?? ''),
              badges: [
                isErased(person.email) ? 'Erased' : person.active === false && 'Inactive',
                person.blocked === true && 'Blocked',
                loginNames[person.login],
              ],
            }))}
          />
        )}
      </ConnectionList>
    </ListPage>
  )
}
