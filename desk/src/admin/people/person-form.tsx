import { Select } from '@primer/react'
import { useClient } from 'urql'
import { WithConfiguration } from '../configuration'
import { useGroups } from '../groups/groups'
import { ChosenList } from '../inputs/chosen-list'
import { CheckField, CheckListField, SelectField, TextField } from '../inputs/fields'
import { logins, typeOptions } from '../inputs/options'
import { type Login, loginNames } from '../words/words'
import { ItemForm } from '../item/item-form'
import { addressOf, type Form, type Item, type ItemKind } from '../item/item-kind'
import { PersonNamesQuery, type PersonValues } from './persons'

export const personKind: ItemKind<PersonValues, 'persons'> = {
  part: 'persons',
  noun: 'person',
  target: 'person',
  path: '/people',
  labels: {
    login: 'Login',
    email: 'Email address',
    firstname: 'First name',
    active: 'Active',
    blocked: 'Blocked',
    subject: 'Subject',
    typeCodes: 'Types',
    groupNames: 'Groups',
  },
  titleOf: ({ firstname, email }) => firstname || email,
  toInput: ({ login, email, subject, typeCodes, groupNames, ...values }, before) => ({
    ...values,
    login,
    email: before?.email ?? email,
    ...(before && before.email !== email && { newEmail: email }),
    subject: subject || null,
    ...(login === 'OPERATOR' && { typeCodes: [...typeCodes], groupNames: [...groupNames] }),
  }),
}

const empty: PersonValues = {
  login: 'OPERATOR',
  email: '',
  firstname: '',
  active: true,
  blocked: false,
  subject: '',
  typeCodes: [],
  groupNames: [],
}

export function PersonForm({ item, reload }: { item: Item<PersonValues> | null; reload: () => void }) {
  const client = useClient()

  async function addressAfter({ login, email }: PersonValues) {
    if (item) return addressOf('/people', item.key)
    const variables = { login, search: email }
    const { data } = await client.query(PersonNamesQuery, variables, { requestPolicy: 'network-only' })
    const created = data?.persons?.nodes.find((each) => each.email?.toLowerCase() === email.trim().toLowerCase())
    return created ? addressOf('/people', { id: created.id }) : '/people'
  }
  return (
    <ItemForm kind={personKind} item={item} empty={empty} reload={reload} addressOf={addressAfter}>
      {(form) => <PersonInputs {...form} />}
    </ItemForm>
  )
}

function PersonInputs(form: Form<PersonValues>) {
  const { values, isNew, problems, change } = form
  return (
    <>
      {isNew && (
        <SelectField
          name="login"
          label="Login"
          hint={loginHints[values.login]}
          problems={problems}
          value={values.login}
          onChange={(login) => change({ login: login as Login })}
        >
          {logins.map((login) => (
            <Select.Option key={login} value={login}>
              {loginNames[login]}
            </Select.Option>
          ))}
        </SelectField>
      )}
      <TextField
        name="firstname"
        label="First name"
        problems={problems}
        value={values.firstname}
        onChange={(firstname) => change({ firstname })}
      />
      <TextField
        name="email"
        label="Email address"
        type="email"
        problems={problems.map((each) => (each.input === 'newEmail' ? { ...each, input: 'email' } : each))}
        value={values.email}
        onChange={(email) => change({ email })}
      />
      <CheckField
        name="active"
        label="Active"
        hint="Inactive people cannot sign in, and cases cannot be assigned to them."
        problems={problems}
        value={values.active}
        onChange={(active) => change({ active })}
      />
      <CheckField
        name="blocked"
        label="Blocked"
        hint="The sessions of blocked people are rejected from the next request on."
        problems={problems}
        value={values.blocked}
        onChange={(blocked) => change({ blocked })}
      />
      <TextField
        name="subject"
        label="Subject"
        hint="The person's “sub” claim in tokens of your identity provider."
        problems={problems}
        value={values.subject}
        onChange={(subject) => change({ subject })}
      />
      {values.login === 'OPERATOR' && <OperatorInputs {...form} />}
    </>
  )
}

const loginHints: Record<Login, string> = {
  OPERATOR: 'Works on cases.',
  PARTY: 'A customer, who can create, read and update their own cases.',
  CONSUMER: 'A visitor, who can only look up type categories.',
  ADMIN: 'Configures the service. Cannot see or change cases.',
}

function OperatorInputs({ values, problems, change, typed, type }: Form<PersonValues>) {
  const groups = useGroups(typed['groupNames'] ?? '')
  return (
    <>
      <WithConfiguration>
        {({ types }) => (
          <CheckListField
            name="typeCodes"
            label="Types"
            hint="The operator can read and change cases of these types, and of the types of the operator's groups."
            problems={problems}
            options={typeOptions(types)}
            value={values.typeCodes}
            onChange={(typeCodes) => change({ typeCodes })}
          />
        )}
      </WithConfiguration>
      <ChosenList
        name="groupNames"
        label="Groups"
        addLabel="Add a group"
        problems={problems}
        chosen={values.groupNames.map((value) => ({ value, label: value }))}
        options={groups.map(({ name }) => ({ value: name, label: name }))}
        typed={typed}
        type={type}
        onAdd={(name) => change({ groupNames: [...values.groupNames, name] })}
        onRemove={(name) => change({ groupNames: values.groupNames.filter((each) => each !== name) })}
      />
    </>
  )
}
