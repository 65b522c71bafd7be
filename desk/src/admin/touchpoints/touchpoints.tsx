import type { Configuration } from '../configuration'
import { CheckField, CheckListField, TextField } from '../inputs/fields'
import { logins } from '../inputs/options'
import { type Login, loginNames } from '../words/words'
import type { Section } from '../section/section'
import { RevokeSessions } from '../sessions/revoke-sessions'
import { type Grant, GrantsInput } from './grants-input'
import { Secrets } from './secrets'

type Stored = Configuration['touchpoints'][number]

interface Values {
  code: string
  name: string
  allTypeCategories: boolean
  typeCategories: readonly Grant[]
  logins: readonly Login[]
  registers: readonly Login[]
}

const loginOptions = (of: readonly Login[]) => of.map((value) => ({ value, label: loginNames[value] }))

export const touchpoints: Section<Stored, Values, 'touchpoints'> = {
  part: 'touchpoints',
  noun: 'touchpoint',
  target: 'touchpoint',
  path: '/touchpoints',
  title: 'Touchpoints',
  hint: 'The websites, apps and systems that call the service.',
  examples: 'For example, one for the desk of the operators and one for the website of the customers.',
  labels: {
    code: 'Code',
    name: 'Name',
    allTypeCategories: 'All type categories',
    typeCategories: 'Type categories',
    logins: 'Logins',
    registers: 'Registers unknown people',
  },
  storedIn: ({ touchpoints }) => touchpoints,
  valuesOf: ({ code, name, allTypeCategories, grants, logins, registers }) => ({
    code,
    name,
    allTypeCategories,
    typeCategories: grants.map(({ typeCode, categoryCode, modifyCases }) => ({ typeCode, categoryCode, modifyCases })),
    logins,
    registers,
  }),
  versionOf: ({ version }) => version,
  keyOf: ({ code }) => ({ code }),
  titleOf: ({ name, code }) => name || code,
  rowOf: ({ code, name, allTypeCategories, grants, secrets }) => ({
    title: name,
    description: `${code} · ${allTypeCategories ? 'all' : grants.length} type categories`,
    labels: [secrets.length > 0 && (secrets.length === 1 ? '1 secret' : `${secrets.length} secrets`)],
  }),
  empty: { code: '', name: '', allTypeCategories: false, typeCategories: [], logins: [], registers: [] },
  toInput: ({ typeCategories, logins, registers, ...values }) => ({
    ...values,
    typeCategories: [...typeCategories],
    logins: [...logins],
    registers: [...registers],
  }),
  inputs: ({ values, isNew, problems, change, typed, type }, { typeCategories }) => (
    <>
      {isNew && (
        <TextField
          name="code"
          label="Code"
          hint="Programs send it. It cannot be changed later."
          problems={problems}
          value={values.code}
          onChange={(code) => change({ code })}
        />
      )}
      <TextField
        name="name"
        label="Name"
        problems={problems}
        value={values.name}
        onChange={(name) => change({ name })}
      />
      <CheckField
        name="allTypeCategories"
        label="All type categories"
        hint="Grants all type categories, including those that are added later. It does not let anyone change cases."
        problems={problems}
        value={values.allTypeCategories}
        onChange={(allTypeCategories) => change({ allTypeCategories })}
      />
      {!values.allTypeCategories && (
        <GrantsInput
          problems={problems}
          typeCategories={typeCategories}
          typed={typed}
          type={type}
          value={values.typeCategories}
          onChange={(grants) => change({ typeCategories: grants })}
        />
      )}
      <CheckListField
        name="logins"
        label="Logins"
        hint="The kinds of people that the touchpoint can create sessions for."
        problems={problems}
        options={loginOptions(logins)}
        value={values.logins}
        onChange={(chosen) => change({ logins: logins.filter((login) => chosen.includes(login)) })}
      />
      <CheckListField
        name="registers"
        label="Registers unknown people"
        hint="New people of these kinds are registered when they sign in for the first time."
        problems={problems}
        options={loginOptions(['PARTY', 'CONSUMER'])}
        value={values.registers}
        onChange={(chosen) => change({ registers: logins.filter((login) => chosen.includes(login)) })}
      />
    </>
  ),
  more: ({ code, name, secrets }) => (
    <>
      <Secrets touchpointCode={code} secrets={secrets} />
      <RevokeSessions of={{ touchpointCode: code }} whose={`at ${name}`} />
    </>
  ),
}
