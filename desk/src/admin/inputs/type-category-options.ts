import type { Configuration } from '../configuration'
import type { Option } from './options'

export interface TypeCategoryCodes {
  typeCode: string
  categoryCode: string
}

/** All type categories, by their codes. */
export function typeCategoryOptions({ typeCategories }: Configuration): Option[] {
  return typeCategories.map(({ caseType, category }) => ({
    value: typeCategoryKey({ typeCode: caseType.code, categoryCode: category.code }),
    label: `${caseType.name} in ${category.name}`,
  }))
}

/** Both codes as one text. Codes can contain every character. */
export function typeCategoryKey({ typeCode, categoryCode }: TypeCategoryCodes): string {
  return JSON.stringify([typeCode, categoryCode])
}

export function codesFrom(key: string): TypeCategoryCodes {
  const [typeCode, categoryCode] = JSON.parse(key) as [string, string]
  return { typeCode, categoryCode }
}
