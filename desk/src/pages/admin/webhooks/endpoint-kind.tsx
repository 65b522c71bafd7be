import type { CaseEventFilter, SaveWebhookEndpointInput } from '../gql/graphql'
import { check, checkList, choice, email, select, text } from '../inputs/kinds'
import { activeOptions, codeOptions, optionsOf } from '../inputs/options'
import { type FieldProperties, FormInputs, initialValues, type InputsFor } from '../item/inputs'
import type { NodeOf } from '../item/node-page'
import { Value } from '../configuration/value'
import { eventKindNames, loginNames } from '../../../ui/words/names'
import { isEnabled } from '../configuration/words'

export type Endpoint = NodeOf<'WebhookEndpoint'>

export const endpoints = {
  title: 'Webhooks',
  hint: 'Endpoints that get the changes of cases.',
  noun: 'endpoint',
  path: '/webhooks',
}

const { OPERATOR, PARTY } = loginNames

/** An endpoint is not configured: it belongs to no `configure`. */
export const endpointInputs: InputsFor<SaveWebhookEndpointInput, Endpoint> = {
  url: text('URL', { hint: 'Where the events are sent. It begins with https://.' }),
  description: text('Description'),
  login: {
    ...choice('Login of the person', { OPERATOR, PARTY }, 'OPERATOR', {
      hint: 'The endpoint gets the events that this person sees.',
    }),
    read: ({ person }) => person.login,
  },
  email: email('Email address of the person', { read: ({ person }) => person.email ?? '' }),
  touchpointCode: select('Touchpoint', 'Choose', ({ touchpoints }) => codeOptions(touchpoints), {
    read: ({ touchpoint }) => touchpoint.code,
  }),
  filter: { label: 'Filter', initial: {}, Field: FilterFields },
  enabled: check('Enabled', {
    hint: 'A disabled endpoint gets no events. They wait until it is enabled again.',
    initial: true,
    read: ({ state }) => isEnabled(state),
  }),
}

const hint = 'Choose none to get all.'

const conditions: InputsFor<CaseEventFilter, unknown> = {
  kind: checkList('Only these changes', () => optionsOf(eventKindNames), { hint }),
  typeCode: checkList('Only cases of these types', ({ types }) => activeOptions(types), { hint }),
  categoryCode: checkList('Only cases of these categories', ({ categories }) => activeOptions(categories), { hint }),
  mine: check('Only cases of the person', {
    hint: 'Cases that are assigned to the person or to one of their groups, or that concern the person.',
  }),
  exceptOwn: check("Without the person's own changes"),
}

/** Which changes an endpoint gets. */
function FilterFields({ value, onChange, form }: FieldProperties<CaseEventFilter>) {
  const values = { ...initialValues(conditions), ...withoutEmpty(value) }
  const others = Object.entries(values).filter(([name]) => !(name in conditions))
  return (
    <>
      <FormInputs
        of={conditions}
        path="filter."
        form={{ ...form, values, change: (changed) => onChange(withoutEmpty({ ...value, ...changed })) }}
      />
      {others.length > 0 && (
        <div className="faint">
          Other conditions, which were set over the API:
          <Value member="filter" value={Object.fromEntries(others)} />
        </div>
      )}
    </>
  )
}

/** In the filter, an empty list would match nothing. In the form, it stands for everything. */
function withoutEmpty(filter: CaseEventFilter): CaseEventFilter {
  const isSet = (value: unknown) =>
    value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => isSet(value)))
}
