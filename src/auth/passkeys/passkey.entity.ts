import { defineEntity, p } from '@mikro-orm/core'
import { Touchpoint } from '../../catalogue/touchpoint.entity.ts'
import { Person } from '../../people/people.entity.ts'

/** An invitation that is open. A person has at most one. */
export const Invitation = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    person: () => p.manyToOne(Person).unique(),
    /** Where the passkey that is registered with the invitation opens sessions. */
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code'),
    /** The token's SHA-256. The token itself is not stored. */
    tokenHash: p.blob().unique(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().index(),
  },
})

/** A WebAuthn credential of a person. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    person: () => p.manyToOne(Person).index(),
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code'),
    /** As the authenticator has chosen it. */
    credentialId: p.blob().unique(),
    /** In COSE. */
    publicKey: p.blob(),
    /** The signature counter of the last sign-in. 0 if the authenticator does not count. */
    counter: p.bigint('number'),
    name: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    lastUsedAt: p.datetime().nullable(),
  },
})

/** A challenge that was answered, until it expires. */
export const UsedChallenge = defineEntity({
  name: 'UsedChallenge',
  tableName: 'used_challenges',
  properties: {
    hash: p.blob().primary(),
    expiresAt: p.datetime().index(),
  },
})

/** The key by which every process recognises the challenges of the others. */
export const ChallengeKey = defineEntity({
  name: 'ChallengeKey',
  tableName: 'challenge_key',
  properties: {
    single: p.boolean().primary(),
    key: p.blob(),
  },
  checks: [{ name: 'challenge_key_single', expression: 'single' }],
})
