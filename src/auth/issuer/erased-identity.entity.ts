import { defineEntity, p } from '@mikro-orm/core'

/** Identifies an erased person in JWTs. JWTs that were issued before the erasure are rejected until they have expired. */
export const ErasedIdentity = defineEntity({
  name: 'ErasedIdentity',
  tableName: 'erased_identities',
  properties: {
    /** The SHA-256 of a login kind with a subject or an address. */
    hash: p.blob().primary(),
    /** If the clock of the issuer is ahead, the time when the last of the person's JWTs was issued. */
    erasedAt: p.datetime().index(),
  },
})
