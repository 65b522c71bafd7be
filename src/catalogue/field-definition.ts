import type { FieldKind } from './catalogue.entity.ts'

/** A field that a case type defines for the `caseData` of its cases. Bounds are inclusive. */
export interface FieldDefinition {
  name: string
  label: string
  kind: FieldKind
  minimum: number | null
  maximum: number | null
  /** The maximum number of decimals of a DECIMAL; null for any number. */
  scale: number | null
}
