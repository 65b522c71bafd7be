import { defineEntity, p } from '@mikro-orm/core'
import type { LoginKind } from '../login-kinds.ts'
import { TypeCategory } from './catalogue.entity.ts'

export const Touchpoint = defineEntity({
  name: 'Touchpoint',
  tableName: 'touchpoints',
  properties: {
    code: p.text().primary(),
    name: p.text(),
    /** Grants all type categories for lookups and moves, but not for modifying cases. */
    allTypeCategories: p.boolean(),
    /** The login kinds of sessions that its secrets may create. */
    logins: p.array<LoginKind>().defaultRaw("'{}'"),
    /** The login kinds of unknown persons that it may register. */
    registers: p.array<LoginKind>().defaultRaw("'{}'"),
    /** JWTs of the issuer that were issued before are refused. */
    sessionsRevokedAt: p.datetime().nullable(),
    version: p.integer().default(1),
  },
})

/** A secret that creates sessions. At most two of a touchpoint are not revoked, so that they can be rotated. */
export const TouchpointSecret = defineEntity({
  name: 'TouchpointSecret',
  tableName: 'touchpoint_secrets',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code').index(),
    /** The secret's SHA-256. The secret itself is not stored. */
    secretHash: p.blob().unique(),
    createdAt: p.datetime().defaultRaw('now()'),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
})

export const TouchpointGrant = defineEntity({
  name: 'TouchpointGrant',
  tableName: 'touchpoint_grants',
  properties: {
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code').primary(),
    typeCategory: () => p.manyToOne(TypeCategory).joinColumns('type_code', 'category_code').primary(),
    modifyCases: p.boolean(),
  },
})
