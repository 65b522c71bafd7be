import { LimitUsage, Session, Touchpoint, TouchpointGrant } from '../auth/session.entity.ts'
import { Case, CaseComment, CaseEvent } from '../cases/case.entity.ts'
import {
  CaseCategory,
  CaseResolution,
  CaseStatus,
  CaseStatusTransition,
  CaseType,
  CaseTypeCategory,
  CaseTypeField,
  CatalogueRevision,
} from '../catalogue/catalogue.entity.ts'
import { OperatorGroup, OperatorGroupMember, OperatorGroupType, OperatorType, Person } from '../people/people.entity.ts'

export const entities = [
  CaseCategory,
  CaseType,
  CaseTypeField,
  CaseTypeCategory,
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
  Session,
  LimitUsage,
  Case,
  CaseEvent,
  CaseComment,
]
