import { Select } from '../../../ui/elements/inputs'
import { Field } from '../../../ui/form/inputs/field'
import { pairOptions } from '../../../ui/form/inputs/select-options'
import { isErased } from '../../../ui/words/erased'
import { type Login, loginNames } from '../../../ui/words/names'
import { addressOf } from '../item/item-kind'
import { ConnectionList } from '../../../cases/live/connection-list'
import { ListPage, Rows } from '../item/list-page'
import { SearchForm } from '../../../ui/form/inputs/search-form'
import { useUrlFilter } from '../../../ui/form/url-filter'
import { changedBy } from '../configuration/configuration'
import type { LoginKind, PersonInput } from '../gql/graphql'
import { useGroupOptions } from './group-names'
import { active, check, checkList, choice, chosenList, email, optionalText, text } from '../inputs/kinds'
import { activeOptions } from '../inputs/options'
import type { InputsFor, Values } from '../item/inputs'
import type { NodeKind, NodeOf } from '../item/node-page'
import { PersonsQuery } from './persons'
import { WhoReassigns } from './who-reassigns'

const loginHints: Record<LoginKind, string> = {
  OPERATOR: 'Works on cases.',
  PARTY: 'A customer, who can create, read and update their own cases.',
  CONSUMER: 'A visitor, who can only look up type categories.',
  ADMIN: 'Configures the service. Cannot see or change cases.',
}

const isOperator = ({ login }: Values) => login === 'OPERATOR'

const inputs: InputsFor<PersonInput, NodeOf<'Person'>> = {
  login: choice('Login', loginNames, 'OPERATOR', { isKey: true, hintOf: (value) => loginHints[value] }),
  firstname: text('First name'),
  email: email('Email address', { sentAs: 'newEmail' }),
  active: active('Inactive people cannot sign in, and cases cannot be assigned to them.'),
  blocked: check('Blocked', { hint: 'The sessions of blocked people are rejected from the next request on.' }),
  subject: optionalText('Subject', { hint: "The person's “sub” claim in tokens of your identity provider." }),
  typeCodes: checkList('Types', ({ types }) => activeOptions(types), {
    hint: "The operator can read and change cases of these types, and of the types of the operator's groups.",
    isUsed: isOperator,
  }),
  groupNames: chosenList('Groups', 'Add a group', useGroupOptions, {
    read: ({ groups }) => (groups ?? []).map(({ name }) => name),
    isUsed: isOperator,
  }),
}

export const personKind: NodeKind = {
  part: 'persons',
  noun: 'person',
  path: '/people',
  inputs,
  whenAssigned: (values) => <WhoReassigns of={values} />,
  nameOf: ({ firstname, email }) => String(firstname || email),
  async find(client, { login, email }) {
    const address = String(email).trim()
    const variables = { login: login as LoginKind, search: address }
    const { data } = await client.query(PersonsQuery, variables, { requestPolicy: 'network-only' })
    return data?.persons?.nodes.find((each) => each.email?.toLowerCase() === address.toLowerCase())?.id
  },
}

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
            <option value="">Any</option>
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
