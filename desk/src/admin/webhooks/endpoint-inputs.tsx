import { Select } from '@primer/react'
import { WithConfiguration } from '../configuration'
import type { CaseEventFilter, CaseEventKind } from '../gql/graphql'
import { CheckField, CheckListField, SelectField, TextField } from '../inputs/fields'
import { logins, typeOptions } from '../inputs/options'
import { Value } from '../words/value'
import { eventKindNames, loginNames } from '../words/words'
import type { Form } from '../item/item-kind'
import type { EndpointValues } from './endpoints'
import { labels } from './endpoints'

const kindOptions = Object.entries(eventKindNames).map(([value, label]) => ({ value, label }))

export function EndpointInputs({
  values,
  problems,
  change,
}: Pick<Form<EndpointValues>, 'values' | 'problems' | 'change'>) {
  const { filter } = values
  const changeFilter = (changed: CaseEventFilter) => change({ filter: withoutEmpty({ ...filter, ...changed }) })
  const { kind, typeCode, categoryCode, mine, exceptOwn, ...others } = withoutEmpty(filter)
  return (
    <>
      <TextField
        name="url"
        label={labels.url}
        hint="Where the events are sent. It begins with https://."
        problems={problems}
        value={values.url}
        onChange={(url) => change({ url })}
      />
      <TextField
        name="description"
        label={labels.description}
        problems={problems}
        value={values.description}
        onChange={(description) => change({ description })}
      />
      <SelectField
        name="login"
        label={labels.login}
        hint="The endpoint gets the events that this person sees."
        problems={problems}
        value={values.login}
        onChange={(value) => change({ login: logins.find((each) => each === value) ?? values.login })}
      >
        <Select.Option value="OPERATOR">{loginNames.OPERATOR}</Select.Option>
        <Select.Option value="PARTY">{loginNames.PARTY}</Select.Option>
      </SelectField>
      <TextField
        name="email"
        label={labels.email}
        type="email"
        problems={problems}
        value={values.email}
        onChange={(email) => change({ email })}
      />
      <WithConfiguration>
        {({ touchpoints, types, categories }) => (
          <>
            <SelectField
              name="touchpointCode"
              label={labels.touchpointCode}
              problems={problems}
              value={values.touchpointCode}
              onChange={(touchpointCode) => change({ touchpointCode })}
            >
              <Select.Option value="">Choose</Select.Option>
              {touchpoints.map(({ code, name }) => (
                <Select.Option key={code} value={code}>
                  {name}
                </Select.Option>
              ))}
            </SelectField>
            <CheckListField
              name="filter.kind"
              label="Only these changes"
              hint="Choose none to get all."
              problems={problems}
              options={kindOptions}
              value={kind ?? []}
              onChange={(chosen) => changeFilter({ kind: chosen as CaseEventKind[] })}
            />
            <CheckListField
              name="filter.typeCode"
              label="Only cases of these types"
              hint="Choose none to get all."
              problems={problems}
              options={typeOptions(types)}
              value={typeCode ?? []}
              onChange={(chosen) => changeFilter({ typeCode: chosen })}
            />
            <CheckListField
              name="filter.categoryCode"
              label="Only cases of these categories"
              hint="Choose none to get all."
              problems={problems}
              options={typeOptions(categories)}
              value={categoryCode ?? []}
              onChange={(chosen) => changeFilter({ categoryCode: chosen })}
            />
          </>
        )}
      </WithConfiguration>
      <CheckField
        name="filter.mine"
        label="Only cases of the person"
        hint="Cases that are assigned to the person or to one of their groups, or that concern the person."
        problems={problems}
        value={mine === true}
        onChange={(value) => changeFilter({ mine: value })}
      />
      <CheckField
        name="filter.exceptOwn"
        label="Without the person's own changes"
        problems={problems}
        value={exceptOwn === true}
        onChange={(value) => changeFilter({ exceptOwn: value })}
      />
      {Object.keys(others).length > 0 && (
        <div className="faint">
          Other conditions, which were set over the API:
          <Value member="filter" value={others} />
        </div>
      )}
      <CheckField
        name="enabled"
        label={labels.enabled}
        hint="A disabled endpoint gets no events. They wait until it is enabled again."
        problems={problems}
        value={values.enabled}
        onChange={(enabled) => change({ enabled })}
      />
    </>
  )
}

/** In the filter, an empty list would match nothing. In the form, it stands for everything. */
function withoutEmpty(filter: CaseEventFilter): CaseEventFilter {
  const isSet = (value: unknown) =>
    value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => isSet(value)))
}
