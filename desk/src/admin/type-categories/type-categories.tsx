import { Select } from '@primer/react'
import type { Configuration } from '../configuration'
import { GroupOptions } from '../groups/group-options'
import { CheckField, LongTextField, SelectField } from '../inputs/fields'
import type { Section } from '../section/section'

type Stored = Configuration['typeCategories'][number]

interface Values {
  typeCode: string
  categoryCode: string
  active: boolean
  appVisible: boolean
  defaultAnswer: string
  groupName: string
}

export const typeCategories: Section<Stored, Values, 'typeCategories'> = {
  part: 'typeCategories',
  noun: 'type category',
  target: 'typeCategory',
  path: '/type-categories',
  title: 'Type categories',
  hint: 'Which types are offered in which categories, and which group gets new cases.',
  examples:
    'They connect types and categories, such as “Refund in Billing and payments”. New cases can only have these.',
  labels: {
    typeCode: 'Type',
    categoryCode: 'Category',
    active: 'Active',
    appVisible: 'Visible in apps',
    defaultAnswer: 'Default answer',
    groupName: 'Group of new cases',
  },
  storedIn: ({ typeCategories }) => typeCategories,
  valuesOf: ({ caseType, category, active, appVisible, defaultAnswer, group }) => ({
    typeCode: caseType.code,
    categoryCode: category.code,
    active,
    appVisible,
    defaultAnswer: defaultAnswer ?? '',
    groupName: group?.name ?? '',
  }),
  versionOf: ({ version }) => version,
  keyOf: ({ typeCode, categoryCode }) => ({ type: typeCode, category: categoryCode }),
  titleOf: ({ typeCode, categoryCode }, { typeCategoryName }) => typeCategoryName(typeCode, categoryCode),
  rowOf: ({ caseType, category, active, appVisible, group }) => ({
    title: `${caseType.name} in ${category.name}`,
    description: group ? `New cases go to ${group.name}` : 'New cases are not assigned',
    labels: [appVisible && 'Visible in apps', !active && 'Inactive'],
  }),
  empty: { typeCode: '', categoryCode: '', active: true, appVisible: false, defaultAnswer: '', groupName: '' },
  toInput: ({ defaultAnswer, groupName, ...values }) => ({
    ...values,
    defaultAnswer: defaultAnswer || null,
    groupName: groupName || null,
  }),
  inputs: ({ values, isNew, problems, change }, { types, categories }) => (
    <>
      {isNew && (
        <>
          <SelectField
            name="typeCode"
            label="Type"
            problems={problems}
            value={values.typeCode}
            onChange={(typeCode) => change({ typeCode })}
          >
            <CodeOptions of={types} />
          </SelectField>
          <SelectField
            name="categoryCode"
            label="Category"
            problems={problems}
            value={values.categoryCode}
            onChange={(categoryCode) => change({ categoryCode })}
          >
            <CodeOptions of={categories} />
          </SelectField>
        </>
      )}
      <CheckField
        name="active"
        label="Active"
        hint="Cases can be created with it and changed to it."
        problems={problems}
        value={values.active}
        onChange={(active) => change({ active })}
      />
      <CheckField
        name="appVisible"
        label="Visible in apps"
        hint="Included when an app asks only for what is visible in apps."
        problems={problems}
        value={values.appVisible}
        onChange={(appVisible) => change({ appVisible })}
      />
      <SelectField
        name="groupName"
        label="Group of new cases"
        hint="New cases are assigned to this group while it is active."
        problems={problems}
        value={values.groupName}
        onChange={(groupName) => change({ groupName })}
      >
        <Select.Option value="">None</Select.Option>
        <GroupOptions stored={values.groupName} />
      </SelectField>
      <LongTextField
        name="defaultAnswer"
        label="Default answer"
        hint="What customers read before they create a case."
        problems={problems}
        value={values.defaultAnswer}
        onChange={(defaultAnswer) => change({ defaultAnswer })}
      />
    </>
  ),
}

function CodeOptions({ of }: { of: readonly { code: string; name: string; active: boolean }[] }) {
  return (
    <>
      <Select.Option value="">Choose</Select.Option>
      {of.map(({ code, name, active }) => (
        <Select.Option key={code} value={code}>
          {active ? name : `${name} (inactive)`}
        </Select.Option>
      ))}
    </>
  )
}
