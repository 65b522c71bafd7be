import { sessionOrigins } from '../auth/sessions/session.entity.ts'
import { typed } from '../database/columns.ts'
import { statement } from '../database/statement.ts'
import type { ExportItem } from '../database/json-file.ts'
import { exported, oneOf, orNull, text, time } from './exported.ts'

export const session = exported('s', {
  id: { ...text('The ID of the session.'), sql: `'session:' || s.id` },
  touchpointCode: text('The touchpoint of the session.'),
  origin: oneOf('How the session was created.', sessionOrigins),
  createdAt: time('When the session was created.'),
  lastUsedAt: orNull(time('When the session was last used, to the minute.')),
  expiresAt: orNull(time('When the session ends.')),
  idleExpiresAt: orNull(time('When the session ends if it is not used.')),
  revokedAt: orNull(time('When the session was revoked.')),
  issuer: orNull(text('The issuer of the JWTs of the session.')),
  subject: orNull(text('The subject of the JWTs of the session.')),
  sid: orNull(text('The ID of the session at the issuer.')),
  issuedAt: orNull(time('When the latest JWT of the session was issued.')),
})

export const passkey = exported('y', {
  id: { ...text('The ID of the passkey.'), sql: `'passkey:' || y.id` },
  name: text('The name of the passkey.'),
  touchpointCode: text('The touchpoint of the sessions that it begins.'),
  createdAt: time('When the passkey was added.'),
  lastUsedAt: orNull(time('When the person last signed in with it.')),
})

export const invitation = exported('i', {
  touchpointCode: text('The touchpoint of the invitation.'),
  createdAt: time('When the person was invited.'),
  expiresAt: time('When the invitation ends.'),
})

const item = { item: typed<ExportItem>('json') }

export const sessionItems = statement(
  `select ${session.sql} as item from sessions s where s.person_id = $1::bigint order by s.created_at, s.id`,
  item,
)

export const passkeyItems = statement(
  `select ${passkey.sql} as item from passkeys y where y.person_id = $1::bigint order by y.created_at, y.id`,
  item,
)

export const invitationItems = statement(
  `select ${invitation.sql} as item from invitations i where i.person_id = $1::bigint`,
  item,
)
