export interface ErrorResult {
  status: number
  code: string
}

export function isError(result: object): result is ErrorResult {
  return 'code' in result
}

export type CaseData = Record<string, boolean | number>

export interface FieldRow {
  name: string
  kind: 'BOOLEAN' | 'DECIMAL' | 'INTEGER'
  minimum: number | null
  maximum: number | null
  scale: number | null
}

export interface UpdateBody {
  categoryCode?: string
  typeCode?: string
  status?: string
  resolution?: string
  comments?: string[]
  caseData?: CaseData
}

/** Whether the data has exactly the fields of the type, each with a valid value. */
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
