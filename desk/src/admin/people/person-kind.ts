import type { LoginKind, PersonInput } from '../gql/graphql'
import { useGroupOptions } from '../groups/group-names'
import { active, check, checkList, choice, chosenList, email, optionalText, text } from '../inputs/kinds'
import { activeOptions } from '../inputs/options'
import type { InputsFor, Values } from '../item/inputs'
import type { NodeKind, NodeOf } from '../item/node-page'
import { loginNames } from '../../words/names'
import { PersonsQuery } from './persons'

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
  target: 'person',
  path: '/people',
  inputs,
  nameOf: ({ firstname, email }) => String(firstname || email),
  async find(client, { login, email }) {
    const address = String(email).trim()
    const variables = { login: login as LoginKind, search: address }
    const { data } = await client.query(PersonsQuery, variables, { requestPolicy: 'network-only' })
    return data?.persons?.nodes.find((each) => each.email?.toLowerCase() === address.toLowerCase())?.id
  },
}
