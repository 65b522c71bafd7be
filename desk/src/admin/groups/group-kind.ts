import type { GroupInput } from '../gql/graphql'
import { active, checkList, chosenList, text } from '../inputs/kinds'
import { activeOptions } from '../inputs/options'
import type { InputsFor } from '../item/inputs'
import type { NodeKind, NodeOf } from '../item/node-page'
import { useOperatorOptions } from '../people/persons'
import { GroupsQuery } from './group-names'

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
  target: 'group',
  path: '/groups',
  inputs,
  async find(client, { name }) {
    const { data } = await client.query(GroupsQuery, { search: String(name) }, { requestPolicy: 'network-only' })
    return data?.groups?.nodes.find((each) => each.name === name)?.id
  },
}
