import type { Configuration } from '../configuration'
import { ChosenList } from '../inputs/chosen-list'
import {
  codesFrom,
  type TypeCategoryCodes,
  typeCategoryKey,
  typeCategoryOptions,
} from '../inputs/type-category-options'
import type { FieldProperties, Input } from '../item/inputs'

/** The type categories whose cases a reply is offered for. */
export const offeredFor: Input<readonly TypeCategoryCodes[], Configuration['replies'][number]> = {
  label: 'Type categories',
  hint: 'The reply is offered for cases of these type categories. Without any, it is offered for all cases.',
  initial: [],
  read: ({ typeCategories }) => typeCategories.map(({ typeCode, categoryCode }) => ({ typeCode, categoryCode })),
  Field: OfferedForField,
}

function OfferedForField({ value, onChange, ...field }: FieldProperties<readonly TypeCategoryCodes[]>) {
  const options = typeCategoryOptions(field.form.configuration)
  const labels = new Map(options.map(({ value, label }) => [value, label]))
  return (
    <ChosenList
      {...field}
      addLabel="Add a type category"
      chosen={value.map((codes) => ({
        value: typeCategoryKey(codes),
        label: labels.get(typeCategoryKey(codes)) ?? `${codes.typeCode} in ${codes.categoryCode}`,
      }))}
      options={options}
      onAdd={(key) => onChange([...value, codesFrom(key)])}
      onRemove={(key) => onChange(value.filter((codes) => typeCategoryKey(codes) !== key))}
    />
  )
}
