import type { FieldRow } from './reference-sql.ts'

export interface ErrorAnswer {
  status: number
  code: string
}

export function isError(result: object): result is ErrorAnswer {
  return 'code' in result
}

export type CaseData = Record<string, boolean | number>

export interface UpdateBody {
  categoryCode?: string
  typeCode?: string
  status?: string
  resolution?: string
  comments?: string[]
  caseData?: CaseData
}

/** Whether the data has every field of the type, with a value of its kind and within its bounds, and no other one. */
export function checkFields(fields: FieldRow[], data: CaseData): boolean {
  if (Object.keys(data).length !== fields.length) return false
  return fields.every(({ name, kind, minimum, maximum, scale }) => {
    const value = data[name]
    if (kind === 'BOOLEAN') return typeof value === 'boolean'
    if (typeof value !== 'number') return false
    if (kind === 'INTEGER' && !Number.isInteger(value)) return false
    if (scale !== null && Number(value.toFixed(scale)) !== value) return false
    return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)
  })
}
