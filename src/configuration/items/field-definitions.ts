import type { EntityManager } from '@mikro-orm/postgresql'
import type { FieldDefinition } from '../../catalogue/field-definition.ts'
import { CaseTypeField, type FieldChoice } from '../../catalogue/catalogue.entity.ts'

/** The stored fields by type code, in their order. Types without fields have no entry. */
export async function loadFieldDefinitions(em: EntityManager): Promise<Map<string, FieldDefinition[]>> {
  const fields = await em.findAll(CaseTypeField, { orderBy: { position: 'asc', name: 'asc' } })
  const byType = Map.groupBy(fields, ({ type }) => type.code)
  return new Map(byType.entries().map(([code, typeFields]) => [code, typeFields.map(toFieldDefinition)]))
}

/** A field of an import file or an entity. */
type Field = Pick<FieldDefinition, 'name' | 'kind'> & {
  [Key in Exclude<keyof FieldDefinition, 'name' | 'kind' | 'choices'>]?: FieldDefinition[Key] | null | undefined
} & { choices?: readonly Choice[] | null | undefined }

type Choice = Pick<FieldChoice, 'value'> & { [Key in 'label' | 'active']?: FieldChoice[Key] | null | undefined }

const defaultLength = 1_000

export function toFieldDefinition(field: Field): FieldDefinition {
  const { name, label, kind, minimum, maximum, scale, maximumLength, choices, required } = field
  return {
    name,
    label: label ?? name,
    kind,
    minimum: minimum ?? null,
    maximum: maximum ?? null,
    scale: scale ?? null,
    maximumLength: maximumLength ?? (kind === 'TEXT' ? defaultLength : null),
    choices: (choices ?? []).map(({ value, label, active }) => ({
      value,
      label: label ?? value,
      active: active ?? true,
    })),
    required: required ?? 'ALWAYS',
  }
}
