import { Checkbox } from '../../../../ui/elements/inputs'
import { Field } from '../../../../ui/form/inputs/field'
import type { Configuration } from '../../configuration/configuration'
import { type TypeCategoryCodes, TypeCategoryList } from '../../inputs/type-category-list'
import type { FieldProperties, Input } from '../../item/inputs'

interface Grant extends TypeCategoryCodes {
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

function GrantsField(properties: FieldProperties<readonly Grant[]>) {
  const { value, onChange } = properties
  const replace = (grant: Grant, modifyCases: boolean) =>
    onChange(value.map((each) => (each === grant ? { ...grant, modifyCases } : each)))
  return (
    <TypeCategoryList {...properties} entryOf={(codes) => ({ ...codes, modifyCases: false })}>
      {(grant, label) => (
        <Field label="Can change cases" inline>
          <Checkbox
            aria-label={`${label}: can change cases`}
            checked={grant.modifyCases}
            onChange={({ target }) => replace(grant, target.checked)}
          />
        </Field>
      )}
    </TypeCategoryList>
  )
}
