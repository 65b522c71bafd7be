import { defineEntity, p } from '@mikro-orm/core'
import { CaseTypeCategory } from '../catalogue/catalogue.entity.ts'
import { Person } from '../people/people.entity.ts'

export const Touchpoint = defineEntity({
  name: 'Touchpoint',
  tableName: 'touchpoints',
  properties: {
    code: p.text().primary(),
    name: p.text(),
    /** Grants every pair for lookups and moves, not the changing of cases. */
    allTypeCategories: p.boolean(),
  },
})

export const TouchpointGrant = defineEntity({
  name: 'TouchpointGrant',
  tableName: 'touchpoint_grants',
  properties: {
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code').primary(),
    typeCategory: () => p.manyToOne(CaseTypeCategory).joinColumns('type_code', 'category_code').primary(),
    modifyCases: p.boolean(),
  },
})

export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    /** The token's SHA-256. The token itself is kept nowhere. */
    tokenHash: p.blob().primary(),
    /** What people name a session by, to revoke it. */
    id: p.uuid().unique().defaultRaw('gen_random_uuid()'),
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code'),
    person: () => p.manyToOne(Person),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
})

/** What was used of a limit in a minute, by all processes together. */
export const LimitUsage = defineEntity({
  name: 'LimitUsage',
  tableName: 'limit_usage',
  properties: {
    /** A keyed hash of which limit it is, and whose: docs/adr/0010-rate-limits.md. */
    key: p.blob().primary(),
    used: p.bigint(),
    endsAt: p.datetime(),
  },
})
