import { EntitySchema } from '@mikro-orm/core'
import * as attachments from './attachments/attachment.entity.ts'
import * as audit from './audit/audit-event.entity.ts'
import * as erasedIdentities from './auth/issuer/erased-identity.entity.ts'
import * as passkeys from './auth/passkeys/passkey.entity.ts'
import * as sessions from './auth/sessions/session.entity.ts'
import * as cases from './cases/case.entity.ts'
import * as casePresences from './cases/viewing/case-presence.entity.ts'
import * as caseReads from './cases/viewing/case-read.entity.ts'
import * as catalogue from './catalogue/catalogue.entity.ts'
import * as touchpoints from './catalogue/touchpoint.entity.ts'
import * as feed from './feed/feed.entity.ts'
import * as idempotencyKeys from './mutation/idempotency-key.entity.ts'
import * as people from './people/people.entity.ts'
import * as sla from './sla/sla.entity.ts'
import * as webhooks from './webhooks/webhook.entity.ts'

const modules = [
  sla,
  catalogue,
  people,
  touchpoints,
  sessions,
  passkeys,
  audit,
  erasedIdentities,
  cases,
  caseReads,
  casePresences,
  attachments,
  idempotencyKeys,
  feed,
  webhooks,
]

/** All entities that these modules export. */
export const entities = modules
  .flatMap<unknown>((module) => Object.values(module))
  .filter((each) => each instanceof EntitySchema)
