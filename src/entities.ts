import { Attachment, AttachmentChunk } from './attachments/attachment.entity.ts'
import { AuditEvent } from './audit/audit-event.entity.ts'
import { ChallengeKey, Invitation, Passkey, UsedChallenge } from './auth/passkeys/passkey.entity.ts'
import { Session } from './auth/sessions/session.entity.ts'
import { IdempotencyKey } from './mutation/idempotency-key.entity.ts'
import { Case, CaseComment, CaseEvent, CaseTerms } from './cases/case.entity.ts'
import { CaseLink, CaseMerge } from './cases/case.entity.ts'
import { CasePresence } from './cases/viewing/case-presence.entity.ts'
import { CaseRead } from './cases/viewing/case-read.entity.ts'
import {
  CaseCategory,
  CaseResolution,
  CaseStatus,
  CaseStatusTransition,
  CaseType,
  CaseTypeField,
  CatalogueRevision,
  OperatorGroup,
  SavedReply,
  Tag,
  TypeCategory,
} from './catalogue/catalogue.entity.ts'
import { Touchpoint, TouchpointGrant, TouchpointSecret } from './catalogue/touchpoint.entity.ts'
import { CaseFeedEntry, CaseOutboxEntry } from './feed/feed.entity.ts'
import { OperatorGroupMember, OperatorGroupType, OperatorType, Person, PersonTerms } from './people/people.entity.ts'
import { ErasedIdentity } from './auth/issuer/erased-identity.entity.ts'
import { Calendar, SlaPolicy, SlaRecomputation } from './sla/sla.entity.ts'
import { WebhookDelivery, WebhookEndpoint, WebhookSecret } from './webhooks/webhook.entity.ts'

export const entities = [
  Calendar,
  SlaPolicy,
  SlaRecomputation,
  CaseCategory,
  CaseType,
  CaseTypeField,
  TypeCategory,
  CaseStatus,
  CaseStatusTransition,
  CaseResolution,
  Tag,
  SavedReply,
  CatalogueRevision,
  Person,
  PersonTerms,
  OperatorType,
  OperatorGroup,
  OperatorGroupType,
  OperatorGroupMember,
  Touchpoint,
  TouchpointGrant,
  TouchpointSecret,
  Session,
  Invitation,
  Passkey,
  UsedChallenge,
  ChallengeKey,
  AuditEvent,
  ErasedIdentity,
  Case,
  CaseEvent,
  CaseComment,
  CaseTerms,
  CaseLink,
  CaseMerge,
  CaseRead,
  CasePresence,
  Attachment,
  AttachmentChunk,
  IdempotencyKey,
  CaseOutboxEntry,
  CaseFeedEntry,
  WebhookEndpoint,
  WebhookSecret,
  WebhookDelivery,
]
