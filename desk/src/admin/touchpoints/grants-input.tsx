import { Checkbox } from '../../elements/inputs'
import { Field } from '../../form/field'
import type { Configuration } from '../configuration'
import { ChosenList } from '../inputs/chosen-list'
import type { FieldProperties, Input } from '../item/inputs'

interface Grant {
  typeCode: string
  categoryCode: string
  modifyCases: boolean
}

/** The type categories that a touchpoint may use, each with whether it may change their cases. */
export const grants: Input<readonly Grant[], Configuration['touchpoints'][number]> = {
  label: 'Type categories',
  initial: [],
  read: ({ grants }) =>
    grants.map(({ typeCode, categoryCode, modifyCases }) => ({ typeCode, categoryCode, modifyCases })),
  Field: (properties) => (properties.form.values['allTypeCategories'] ? null : <GrantsField {...properties} />),
}

function GrantsField({ value, onChange, form, ...field }: FieldProperties<readonly Grant[]>) {
  const options = form.configuration.typeCategories.map(({ caseType, category }) => ({
    value: keyOf({ typeCode: caseType.code, categoryCode: category.code }),
    label: `${caseType.name} in ${category.name}`,
  }))
  const labels = new Map(options.map(({ value, label }) => [value, label]))
  return (
    <ChosenList
      {...field}
      form={form}
      addLabel="Add a type category"
      chosen={value.map((grant) => {
        const label = labels.get(keyOf(grant)) ?? `${grant.typeCode} in ${grant.categoryCode}`
        const replace = (modifyCases: boolean) =>
          onChange(value.map((each) => (each === grant ? { ...grant, modifyCases } : each)))
        return {
          value: keyOf(grant),
          label,
          more: (
            <Field label="Can change cases" inline>
              <Checkbox
                aria-label={`${label}: can change cases`}
                checked={grant.modifyCases}
                onChange={({ target }) => replace(target.checked)}
              />
            </Field>
          ),
        }
      })}
      options={options}
      onAdd={(key) => onChange([...value, grantOf(key)])}
      onRemove={(key) => onChange(value.filter((grant) => keyOf(grant) !== key))}
    />
  )
}

function keyOf({ typeCode, categoryCode }: Pick<Grant, 'typeCode' | 'categoryCode'>): string {
  return JSON.stringify([typeCode, categoryCode])
}

function grantOf(key: string): Grant {
  const [typeCode, categoryCode] = JSON.parse(key) as [string, string]
  return { typeCode, categoryCode, modifyCases: false }
}
