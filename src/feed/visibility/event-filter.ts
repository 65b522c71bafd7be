import type { Viewer } from '../../viewer/viewer.ts'
import { parseCaseId } from '../../cases/case-facts.ts'
import { canSeeValue } from '../../cases/values/case-values.ts'
import type { CaseEventKind } from '../../cases/event-kinds.ts'
import { emailKey } from '../../people/email.ts'
import type { FeedEvent } from '../read-feed.ts'
import type { RelatedCase } from './visibility.rules.ts'

/** Conditions that events must all fulfil. Null is the same as absent, and an empty list matches no event. */
export interface CaseEventFilter {
  caseId?: readonly string[] | null | undefined
  kind?: readonly CaseEventKind[] | null | undefined
  /** Paths of values, joined by dots, or only their first parts. */
  field?: readonly string[] | null | undefined
  typeCode?: readonly string[] | null | undefined
  categoryCode?: readonly string[] | null | undefined
  groupName?: readonly string[] | null | undefined
  mine?: boolean | null | undefined
  exceptOwn?: boolean | null | undefined
}

/** Whether the event matches by what every reader may know of it. If not, its case need not be looked at. */
export function matchesEvent(filter: CaseEventFilter, event: FeedEvent, viewer: Viewer): boolean {
  const { caseId, kind, exceptOwn } = filter
  if (caseId && !caseId.some((id) => parseCaseId(id) === event.caseId)) return false
  if (kind && !kind.includes(event.kind)) return false
  return !(exceptOwn && event.actorId === viewer.personId)
}

function isField(field: readonly string[], [first = '', second]: readonly string[]): boolean {
  return field.includes(first) || (second !== undefined && field.includes(`${first}.${second}`))
}

/** The case of an event, as a viewer sees it. */
export interface CaseOfViewer {
  /** The case now. If the event took the case away, as it was before the event. */
  row: RelatedCase
  /** The names of the viewer's groups. */
  groups: ReadonlySet<string>
  isTakenAway: boolean
}

/**
 * Whether the case matches, or a value that the event replaced or set. What took the case away stays unknown to the viewer: such an
 * event matches every `field`, so that a filter tells nothing of its changes.
 */
export function matchesCase(filter: CaseEventFilter, event: FeedEvent, viewer: Viewer, found: CaseOfViewer): boolean {
  const { row, isTakenAway } = found
  const { field } = filter
  const isChanged = field && event.changes.some(({ path }) => isField(field, path) && canSeeValue(viewer, path))
  if (field && !isTakenAway && !isChanged) return false
  const matches = (allowed: readonly string[] | null | undefined, member: string, value: string | null | undefined) => {
    const isAllowed = (each: unknown) => typeof each === 'string' && allowed?.includes(each)
    return !allowed || isAllowed(value) || valuesOf(event, member, isTakenAway).some(isAllowed)
  }
  return (
    matches(filter.typeCode, 'typeCode', row.typeCode) &&
    matches(filter.categoryCode, 'categoryCode', row.categoryCode) &&
    matches(filter.groupName, 'group', row.groupName) &&
    (!filter.mine || isMine(event, viewer, found))
  )
}

/** The values of a member of the case that an event replaced or set. */
function valuesOf({ changes }: FeedEvent, member: string, isTakenAway: boolean): unknown[] {
  const own = changes.filter(({ path }) => path[0] === member)
  return own.flatMap(({ from, to }) => (isTakenAway ? [from] : [from, to]))
}

/** The case is the viewer's or one of a group of the viewer, or the event took it from them or gave it to them. */
function isMine(event: FeedEvent, { personId, email }: Viewer, { row, groups, isTakenAway }: CaseOfViewer) {
  if (row.assigneeId === personId || row.partyId === personId || row.viewerInGroup) return true
  const isViewer = (value: unknown) => typeof value === 'string' && emailKey(value) === emailKey(email)
  const isGroup = (value: unknown) => typeof value === 'string' && groups.has(value)
  return valuesOf(event, 'assignee', isTakenAway).some(isViewer) || valuesOf(event, 'group', isTakenAway).some(isGroup)
}
