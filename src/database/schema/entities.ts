import { AuditEvent } from '../../audit/audit-event.entity.ts'
import { Session } from '../../auth/sessions/session.entity.ts'
import { IdempotencyKey } from '../../cases/change/idempotency-key.entity.ts'
import { Case, CaseComment, CaseEvent } from '../../cases/case.entity.ts'
import {
  CaseCategory,
  CaseResolution,
  CaseStatus,
  CaseStatusTransition,
  CaseType,
  CaseTypeField,
  CatalogueRevision,
  TypeCategory,
} from '../../catalogue/catalogue.entity.ts'
import { Touchpoint, TouchpointGrant, TouchpointSecret } from '../../catalogue/touchpoint.entity.ts'
import {
  OperatorGroup,
  OperatorGroupMember,
  OperatorGroupType,
  OperatorType,
  Person,
} from '../../people/people.entity.ts'
import { ErasedIdentity } from '../../personal-data/erased-identity.entity.ts'
import { LimitUsage } from '../../rate-limit/rate-limit.entity.ts'

export const entities = [
  CaseCategory,
  CaseType,
  CaseTypeField,
  TypeCategory,
  CaseStatus,
  CaseStatusTransition,
  CaseResolution,
  CatalogueRevision,
  Person,
  OperatorType,
  OperatorGroup,
  OperatorGroupType,
  OperatorGroupMember,
  Touchpoint,
  TouchpointGrant,
  TouchpointSecret,
  Session,
  AuditEvent,
  ErasedIdentity,
  LimitUsage,
  Case,
  CaseEvent,
  CaseComment,
  IdempotencyKey,
]

export const tableNames: string[] = entities.map(({ tableName }) => tableName)

/** The tables that Citus distributes, parents first, and the column that decides the shard. */
export const caseTables: readonly { table: string; column: string }[] = [
  { table: 'cases', column: 'id' },
  { table: 'case_events', column: 'case_id' },
  { table: 'case_comments', column: 'case_id' },
  { table: 'idempotency_keys', column: 'shard_key' },
]

export const isCaseTable = (name: string) => caseTables.some(({ table }) => table === name)
