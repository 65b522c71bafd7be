import { Checkbox } from '../../elements/inputs'
import { Field } from '../../form/field'
import type { Configuration } from '../configuration'
import { ChosenList } from '../inputs/chosen-list'
import { codesFrom, typeCategoryKey, typeCategoryOptions } from '../inputs/type-category-options'
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
  const options = typeCategoryOptions(form.configuration)
  const labels = new Map(options.map(({ value, label }) => [value, label]))
  return (
    <ChosenList
      {...field}
      form={form}
      addLabel="Add a type category"
      chosen={value.map((grant) => {
        const key = typeCategoryKey(grant)
        const label = labels.get(key) ?? `${grant.typeCode} in ${grant.categoryCode}`
        const replace = (modifyCases: boolean) =>
          onChange(value.map((each) => (each === grant ? { ...grant, modifyCases } : each)))
        return {
          value: key,
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
      onAdd={(key) => onChange([...value, { ...codesFrom(key), modifyCases: false }])}
      onRemove={(key) => onChange(value.filter((grant) => typeCategoryKey(grant) !== key))}
    />
  )
}
