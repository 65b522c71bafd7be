import { Spinner } from '@primer/react'
import { useClient, useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { RequestProblem } from '../../form/problem-list'
import { graphql, unmask } from '../gql'
import { changedBy, WithConfiguration } from '../configuration'
import { ChosenList } from '../inputs/chosen-list'
import { CheckField, CheckListField, TextField } from '../inputs/fields'
import { typeOptions } from '../inputs/options'
import { ItemForm } from '../item/item-form'
import { addressOf, type Form, type Item, type ItemKind } from '../item/item-kind'
import { usePersons } from '../people/persons'
import { useReloadOnFocus } from '../../live/use-reload'
import { Group, GroupNamesQuery, groupValues, type GroupValues } from './groups'

export const groupKind: ItemKind<GroupValues, 'groups'> = {
  part: 'groups',
  noun: 'group',
  target: 'group',
  path: '/groups',
  labels: { name: 'Name', active: 'Active', typeCodes: 'Types', memberEmails: 'Members' },
  titleOf: ({ name }) => name,
  toInput: ({ name, active, typeCodes, memberEmails }, before) => ({
    name: before?.name ?? name,
    ...(before && before.name !== name && { newName: name }),
    active,
    typeCodes: [...typeCodes],
    memberEmails: [...memberEmails],
  }),
}

const GroupQuery = graphql(`
  query Group($id: ID!) {
    node(id: $id) {
      ... on OperatorGroup {
        id
        ...Group
      }
    }
  }
`)

const empty: GroupValues = { name: '', active: true, typeCodes: [], memberEmails: [] }

export function NewGroupPage() {
  return <GroupForm item={null} reload={() => {}} />
}

export function GroupPage() {
  const [parameters] = useSearchParams()
  const id = parameters.get('id') ?? ''
  const [{ data, error, fetching }, load] = useQuery({
    query: GroupQuery,
    variables: { id },
    requestPolicy: 'network-only',
    context: changedBy,
  })
  useReloadOnFocus(load)
  if (error && !data) return <RequestProblem error={error} />
  if (!data) return fetching ? <Spinner /> : null
  if (!data.node || !('id' in data.node)) return <p role="alert">There is no such group.</p>
  const group = unmask(Group, data.node)
  const item = { key: { id }, version: group.version ?? 0, values: groupValues(group) }
  return <GroupForm key={id} item={item} reload={load} />
}

function GroupForm({ item, reload }: { item: Item<GroupValues> | null; reload: () => void }) {
  const client = useClient()

  async function addressAfter({ name }: GroupValues) {
    if (item) return addressOf('/groups', item.key)
    const { data } = await client.query(GroupNamesQuery, { search: name }, { requestPolicy: 'network-only' })
    const created = data?.groups?.nodes.find((each) => each.name === name)
    return created ? addressOf('/groups', { id: created.id }) : '/groups'
  }
  return (
    <ItemForm kind={groupKind} item={item} empty={empty} reload={reload} addressOf={addressAfter}>
      {(form) => <GroupInputs {...form} />}
    </ItemForm>
  )
}

function GroupInputs({ values, problems, change, typed, type }: Form<GroupValues>) {
  const operators = usePersons('OPERATOR', typed['memberEmails'] ?? '')
  return (
    <>
      <TextField
        name="name"
        label="Name"
        problems={problems.map((each) => (each.input === 'newName' ? { ...each, input: 'name' } : each))}
        value={values.name}
        onChange={(name) => change({ name })}
      />
      <CheckField
        name="active"
        label="Active"
        hint="Its types apply to its members, and cases can be assigned to it."
        problems={problems}
        value={values.active}
        onChange={(active) => change({ active })}
      />
      <WithConfiguration>
        {({ types }) => (
          <CheckListField
            name="typeCodes"
            label="Types"
            hint="The members can read and change cases of these types."
            problems={problems}
            options={typeOptions(types)}
            value={values.typeCodes}
            onChange={(typeCodes) => change({ typeCodes })}
          />
        )}
      </WithConfiguration>
      <ChosenList
        name="memberEmails"
        label="Members"
        addLabel="Add an operator"
        problems={problems}
        chosen={values.memberEmails.map((value) => ({ value, label: value }))}
        options={operators.flatMap(({ email, firstname }) =>
          email === null ? [] : [{ value: email, label: `${email}, ${firstname}` }],
        )}
        typed={typed}
        type={type}
        onAdd={(email) => change({ memberEmails: [...values.memberEmails, email] })}
        onRemove={(email) => change({ memberEmails: values.memberEmails.filter((each) => each !== email) })}
      />
    </>
  )
}
