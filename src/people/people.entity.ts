import { defineEntity, p } from '@mikro-orm/core'
import { CaseType, OperatorGroup } from '../catalogue/catalogue.entity.ts'
import { loginKinds } from '../login-kinds.ts'

export const Person = defineEntity({
  name: 'Person',
  tableName: 'persons',
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    kind: p.enum(loginKinds),
    email: p.text(),
    /** By which addresses are compared (see email.ts). */
    emailKey: p.text(),
    firstname: p.text(),
    active: p.boolean(),
    blocked: p.boolean(),
    /** The `sub` of the person in JWTs of the issuer. */
    subject: p.text().nullable(),
    /** JWTs of the issuer that were issued before are refused. */
    sessionsRevokedAt: p.datetime().nullable(),
    erasedAt: p.datetime().nullable(),
    version: p.integer().default(1),
  },
  uniques: [{ properties: ['kind', 'emailKey'] }, { properties: ['kind', 'subject'] }],
  indexes: [
    {
      name: 'persons_trigrams_index',
      expression:
        "create index persons_trigrams_index on persons using gin (trigrams(lower(email_key || ' ' || firstname)))",
    },
  ],
})

/** A case type that an operator is authorised for. */
export const OperatorType = defineEntity({
  name: 'OperatorType',
  tableName: 'operator_types',
  properties: {
    operator: () => p.manyToOne(Person).primary(),
    type: () => p.manyToOne(CaseType).fieldName('type_code').primary(),
  },
})

/** A case type that the members of a group are authorised for. */
export const OperatorGroupType = defineEntity({
  name: 'OperatorGroupType',
  tableName: 'operator_group_types',
  properties: {
    group: () => p.manyToOne(OperatorGroup).primary(),
    type: () => p.manyToOne(CaseType).fieldName('type_code').primary(),
  },
})

export const OperatorGroupMember = defineEntity({
  name: 'OperatorGroupMember',
  tableName: 'operator_group_members',
  properties: {
    operator: () => p.manyToOne(Person).primary(),
    group: () => p.manyToOne(OperatorGroup).primary(),
  },
})

/** What a party is found by: the first name and the address. */
export const PersonTerms = defineEntity({
  name: 'PersonTerms',
  tableName: 'person_terms',
  properties: {
    personId: p.bigint('number').primary().autoincrement(false),
    terms: p.text().columnType('tsvector'),
  },
  indexes: [
    {
      name: 'person_terms_terms_index',
      expression: 'create index person_terms_terms_index on person_terms using gin (terms)',
    },
  ],
})
