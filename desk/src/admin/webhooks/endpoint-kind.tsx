import { graphql } from '../gql'
import type { CaseEventFilter, CaseEventKind, EndpointDetailsFragment, SaveWebhookEndpointInput } from '../gql/graphql'
import { CheckField, CheckListField } from '../inputs/fields'
import { check, choice, email, select, text } from '../inputs/kinds'
import { activeOptions, codeOptions, optionsOf } from '../inputs/options'
import type { FieldProperties, InputsFor } from '../item/inputs'
import { Value } from '../words/value'
import { eventKindNames, loginNames } from '../../words/names'
import { isEnabled } from '../words/words'

export const EndpointDetails = graphql(`
  fragment EndpointDetails on WebhookEndpoint {
    id
    url
    description
    person {
      login
      email
    }
    touchpoint {
      code
    }
    filter
    state
    waiting
    oldestWaitingAt
    secrets {
      id
      createdAt
      expiresAt
    }
    version
  }
`)

export const endpoints = {
  title: 'Webhooks',
  hint: 'Endpoints that get the changes of cases.',
  noun: 'endpoint',
  path: '/webhooks',
}

const { OPERATOR, PARTY } = loginNames

/** An endpoint is not configured: it belongs to no `configure`. */
export const endpointInputs: InputsFor<SaveWebhookEndpointInput, EndpointDetailsFragment> = {
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

/** Which changes an endpoint gets. */
function FilterFields({ value, onChange, problems, form }: FieldProperties<CaseEventFilter>) {
  const { types, categories } = form.configuration
  const { kind, typeCode, categoryCode, mine, exceptOwn, ...others } = withoutEmpty(value)
  const change = (changed: CaseEventFilter) => onChange(withoutEmpty({ ...value, ...changed }))
  const list = { hint: 'Choose none to get all.', problems }
  return (
    <>
      <CheckListField
        {...list}
        name="filter.kind"
        label="Only these changes"
        options={optionsOf(eventKindNames)}
        value={kind ?? []}
        onChange={(chosen) => change({ kind: chosen as CaseEventKind[] })}
      />
      <CheckListField
        {...list}
        name="filter.typeCode"
        label="Only cases of these types"
        options={activeOptions(types)}
        value={typeCode ?? []}
        onChange={(chosen) => change({ typeCode: chosen })}
      />
      <CheckListField
        {...list}
        name="filter.categoryCode"
        label="Only cases of these categories"
        options={activeOptions(categories)}
        value={categoryCode ?? []}
        onChange={(chosen) => change({ categoryCode: chosen })}
      />
      <CheckField
        name="filter.mine"
        label="Only cases of the person"
        hint="Cases that are assigned to the person or to one of their groups, or that concern the person."
        problems={problems}
        value={mine === true}
        onChange={(chosen) => change({ mine: chosen })}
      />
      <CheckField
        name="filter.exceptOwn"
        label="Without the person's own changes"
        problems={problems}
        value={exceptOwn === true}
        onChange={(chosen) => change({ exceptOwn: chosen })}
      />
      {Object.keys(others).length > 0 && (
        <div className="faint">
          Other conditions, which were set over the API:
          <Value member="filter" value={others} />
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
