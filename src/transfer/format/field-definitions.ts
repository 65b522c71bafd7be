import type { EntityManager } from '@mikro-orm/postgresql'
import type { FieldDefinition } from '../../catalogue/field-definition.ts'
import { CaseTypeField } from '../../catalogue/catalogue.entity.ts'

/** The stored fields by type code, in their order. Types without fields have no entry. */
export async function loadFieldDefinitions(em: EntityManager): Promise<Map<string, FieldDefinition[]>> {
  const fields = await em.findAll(CaseTypeField, { orderBy: { position: 'asc', name: 'asc' } })
  const byType = Map.groupBy(fields, ({ type }) => type.code)
  return new Map(byType.entries().map(([code, typeFields]) => [code, typeFields.map(toFieldDefinition)]))
}

/** A field of an import file or an entity. */
type Field = Pick<FieldDefinition, 'name' | 'kind'> & {
  [Key in 'label' | 'minimum' | 'maximum' | 'scale']?: FieldDefinition[Key] | null | undefined
}

export function toFieldDefinition({ name, label, kind, minimum, maximum, scale }: Field): FieldDefinition {
  return {
    name,
    label: label ?? name,
    kind,
    minimum: minimum ?? null,
    maximum: maximum ?? null,
    scale: scale ?? null,
  }
}
