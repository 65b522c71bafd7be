import { defineEntity, p } from '@mikro-orm/core'
import { SlaPolicy } from '../sla/sla.entity.ts'

export const CaseCategory = defineEntity({
  name: 'CaseCategory',
  tableName: 'case_categories',
  properties: {
    code: p.text().primary(),
    name: p.text(),
    active: p.boolean(),
    system: p.boolean(),
    version: p.integer().default(1),
  },
})

export const CaseType = defineEntity({
  name: 'CaseType',
  tableName: 'case_types',
  properties: {
    code: p.text().primary(),
    name: p.text(),
    active: p.boolean(),
    version: p.integer().default(1),
  },
})

export const fieldKinds = ['BOOLEAN', 'CHOICE', 'DATE', 'DECIMAL', 'INTEGER', 'TEXT'] as const
export type FieldKind = (typeof fieldKinds)[number]

export const fieldRequirements = ['ALWAYS', 'WHEN_CLOSED', 'NEVER'] as const

/** Who can set a value. */
export const settableBy = ['ALL', 'OPERATORS'] as const
export type SettableBy = (typeof settableBy)[number]

/** A value that a CHOICE field accepts. If it is not active, only cases that have it keep it. */
export interface FieldChoice {
  value: string
  label: string
  active: boolean
}

export const CaseTypeField = defineEntity({
  name: 'CaseTypeField',
  tableName: 'case_type_fields',
  properties: {
    type: () => p.manyToOne(CaseType).fieldName('type_code').primary(),
    name: p.text().primary(),
    position: p.integer(),
    label: p.text(),
    kind: p.enum(fieldKinds),
    /** Inclusive, like the maximum. */
    minimum: p.double().$type<number>().nullable(),
    maximum: p.double().$type<number>().nullable(),
    /** The maximum number of decimals of a DECIMAL; null for any number. */
    scale: p.integer().nullable(),
    /** The maximum number of code points of a TEXT; null for other kinds. */
    maximumLength: p.integer().nullable(),
    /** What a CHOICE accepts, in its order; empty for other kinds. */
    choices: p.json<FieldChoice[]>().default('[]'),
    /** When the field must have a value. Otherwise it can be null. */
    required: p.enum(fieldRequirements).default('ALWAYS'),
    settableBy: p.enum(settableBy).default('ALL'),
  },
  checks: [
    { name: 'case_type_fields_maximum_length_check', expression: "(kind = 'TEXT') = (maximum_length IS NOT NULL)" },
    { name: 'case_type_fields_choices_check', expression: "(kind = 'CHOICE') = (choices <> '[]')" },
  ],
})

export const OperatorGroup = defineEntity({
  name: 'OperatorGroup',
  tableName: 'operator_groups',
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    name: p.text().unique(),
    active: p.boolean(),
    version: p.integer().default(1),
  },
})

export const TypeCategory = defineEntity({
  name: 'TypeCategory',
  tableName: 'case_type_categories',
  properties: {
    type: () => p.manyToOne(CaseType).fieldName('type_code').primary(),
    category: () => p.manyToOne(CaseCategory).fieldName('category_code').primary(),
    active: p.boolean(),
    appVisible: p.boolean(),
    defaultAnswer: p.text().nullable(),
    /** The group that new cases are assigned to, if it is active. */
    group: () => p.manyToOne(OperatorGroup).nullable(),
    /** The service levels of its cases. */
    slaPolicy: () => p.manyToOne(SlaPolicy).fieldName('sla_policy_code').nullable(),
    version: p.integer().default(1),
  },
})

/** At most one row of the table is the default. */
function onlyDefault(table: string): string {
  return `create unique index ${table}_default on ${table} (is_default) where is_default`
}

export const CaseStatus = defineEntity({
  name: 'CaseStatus',
  tableName: 'case_statuses',
  properties: {
    name: p.text().primary(),
    active: p.boolean(),
    closed: p.boolean(),
    /** The status of new cases for which none is sent. */
    isDefault: p.boolean(),
    settableBy: p.enum(settableBy).default('ALL'),
    /** The status that a public comment of a party moves a case to. */
    afterPartyComment: () => p.manyToOne(CaseStatus).fieldName('after_party_comment').nullable(),
    /** Whether the time for a resolution stands still. */
    pausesSla: p.boolean().default(false),
    version: p.integer().default(1),
  },
  indexes: [{ name: 'case_statuses_default', expression: onlyDefault('case_statuses') }],
})

export const CaseStatusTransition = defineEntity({
  name: 'CaseStatusTransition',
  tableName: 'case_status_transitions',
  properties: {
    from: () => p.manyToOne(CaseStatus).fieldName('from_status').primary(),
    to: () => p.manyToOne(CaseStatus).fieldName('to_status').primary(),
  },
})

export const CaseResolution = defineEntity({
  name: 'CaseResolution',
  tableName: 'case_resolutions',
  properties: {
    name: p.text().primary(),
    active: p.boolean(),
    /** The resolution of new cases for which none is sent. */
    isDefault: p.boolean(),
    settableBy: p.enum(settableBy).default('ALL'),
    version: p.integer().default(1),
  },
  indexes: [{ name: 'case_resolutions_default', expression: onlyDefault('case_resolutions') }],
})

/** A tag that operators can add to cases. */
export const Tag = defineEntity({
  name: 'Tag',
  tableName: 'tags',
  properties: {
    code: p.text().primary(),
    label: p.text(),
    active: p.boolean(),
    version: p.integer().default(1),
  },
})

export interface TypeCategoryCodes {
  typeCode: string
  categoryCode: string
}

/** A text that operators can insert into a comment. */
export const SavedReply = defineEntity({
  name: 'SavedReply',
  tableName: 'saved_replies',
  properties: {
    code: p.text().primary(),
    label: p.text(),
    /** With placeholders. */
    text: p.text(),
    /** The type categories whose cases it is offered for. Empty means all. */
    typeCategories: p.json<TypeCategoryCodes[]>().default('[]'),
    active: p.boolean(),
    version: p.integer().default(1),
  },
})

/** One row. Statement triggers on all catalogue tables renew the revision, so that processes detect changes. */
export const CatalogueRevision = defineEntity({
  name: 'CatalogueRevision',
  tableName: 'catalogue_revision',
  properties: {
    single: p.boolean().primary(),
    revision: p.uuid(),
  },
  checks: [{ name: 'catalogue_revision_single', expression: 'single' }],
})
