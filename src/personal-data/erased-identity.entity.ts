import { defineEntity, p } from '@mikro-orm/core'

/** What identified an erased person in JWTs. Refuses those that were issued before the erasure, until they have expired. */
export const ErasedIdentity = defineEntity({
  name: 'ErasedIdentity',
  tableName: 'erased_identities',
  properties: {
    /** The SHA-256 of a login kind with a subject or an address. */
    hash: p.blob().primary(),
    /** Or when the last of the person's JWTs was issued: the clock of the issuer may be ahead. */
    erasedAt: p.datetime().index(),
  },
})
