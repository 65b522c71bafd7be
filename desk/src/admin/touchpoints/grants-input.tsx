import { Checkbox } from '@primer/react'
import { Field } from '../../form/field'
import type { ShownProblem } from '../../form/problems'
import type { Configuration } from '../configuration'
import { ChosenList } from '../inputs/chosen-list'
import type { Form } from '../item/item-kind'

export interface Grant {
  typeCode: string
  categoryCode: string
  modifyCases: boolean
}

interface Properties extends Pick<Form<object>, 'typed' | 'type'> {
  problems: readonly ShownProblem[]
  typeCategories: Configuration['typeCategories']
  value: readonly Grant[]
  onChange: (value: Grant[]) => void
}

/** The type categories that a touchpoint may use, each with whether it may change their cases. */
export function GrantsInput({ problems, typeCategories, typed, type, value, onChange }: Properties) {
  const options = typeCategories.map(({ caseType, category }) => ({
    value: keyOf({ typeCode: caseType.code, categoryCode: category.code }),
    label: `${caseType.name} in ${category.name}`,
  }))
  const labels = new Map(options.map(({ value, label }) => [value, label]))
  return (
    <ChosenList
      name="typeCategories"
      label="Type categories"
      addLabel="Add a type category"
      problems={problems}
      typed={typed}
      type={type}
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
