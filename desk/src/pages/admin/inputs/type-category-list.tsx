import type { ReactNode } from 'react'
import type { FieldProperties } from '../item/inputs'
import { ChosenList } from './chosen-list'

export interface TypeCategoryCodes {
  typeCode: string
  categoryCode: string
}

interface Properties<Entry extends TypeCategoryCodes> extends FieldProperties<readonly Entry[]> {
  entryOf: (codes: TypeCategoryCodes) => Entry
  /** What is shown beside an entry. */
  children?: (entry: Entry, label: string) => ReactNode
}

/** Chooses type categories. Each is an entry that has its codes. */
export function TypeCategoryList<Entry extends TypeCategoryCodes>(properties: Properties<Entry>) {
  const { value, onChange, entryOf, children, ...field } = properties
  const options = field.form.configuration.typeCategories.map(({ caseType, category }) => ({
    value: keyOf({ typeCode: caseType.code, categoryCode: category.code }),
    label: `${caseType.name} in ${category.name}`,
  }))
  const labels = new Map(options.map(({ value, label }) => [value, label]))

  function add(key: string) {
    const [typeCode, categoryCode] = JSON.parse(key) as [string, string]
    onChange([...value, entryOf({ typeCode, categoryCode })])
  }
  return (
    <ChosenList
      {...field}
      addLabel="Add a type category"
      chosen={value.map((entry) => {
        const label = labels.get(keyOf(entry)) ?? `${entry.typeCode} in ${entry.categoryCode}`
        return { value: keyOf(entry), label, more: children?.(entry, label) }
      })}
      options={options}
      onAdd={add}
      onRemove={(key) => onChange(value.filter((entry) => keyOf(entry) !== key))}
    />
  )
}

/** Both codes as one text. Codes can contain every character. */
function keyOf({ typeCode, categoryCode }: TypeCategoryCodes): string {
  return JSON.stringify([typeCode, categoryCode])
}
