import type { FieldChoice, FieldKind, FieldRequirement } from './catalogue.entity.ts'

/** A field that a case type defines for the `caseData` of its cases. Bounds are inclusive. */
export interface FieldDefinition {
  name: string
  label: string
  kind: FieldKind
  minimum: number | null
  maximum: number | null
  /** The maximum number of decimals of a DECIMAL; null for any number. */
  scale: number | null
  /** The maximum number of code points of a TEXT; null for other kinds. */
  maximumLength: number | null
  /** What a CHOICE accepts, in its order; empty for other kinds. */
  choices: FieldChoice[]
  /** When the field must have a value. Otherwise it can be null. */
  required: FieldRequirement
}
