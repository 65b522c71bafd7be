import type { CaseRow } from './case-facts.ts'
import type { ChangedValue } from './write-change.ts'

/** An event of a case, with the IDs of the assignee and the group that it replaced. */
export interface PastEvent {
  version: number
  at: Date
  changes: ChangedValue[]
  fromAssigneeId: number | null
  fromGroupId: number | null
}

/** The case as it was at a version. `events` are the event of this version and all later ones, the latest first. */
export function caseAtVersion(current: CaseRow, version: number, events: readonly PastEvent[]): CaseRow {
  const past = { ...current, version }
  for (const event of events) {
    if (event.version > version) undo(past, event)
    else past.updatedAt = event.at
  }
  return past
}

function undo(past: CaseRow, { changes, fromAssigneeId, fromGroupId }: PastEvent): void {
  for (const { path, from } of changes) {
    const [member, name] = path
    switch (member) {
      case 'typeCode':
      case 'categoryCode':
      case 'status':
      case 'resolution':
        past[member] = String(from)
        if (member === 'typeCode') past.viewerAuthorised = null
        break
      case 'assignee':
        past.assigneeId = fromAssigneeId
        break
      case 'group':
        past.groupId = fromGroupId
        past.viewerInGroup = null
        break
      case 'caseData': {
        const { [name ?? '']: _, ...others } = past.caseData
        // A field that did not exist is stored as null.
        past.caseData = from === null ? others : { ...others, [name ?? '']: from as boolean | number }
      }
    }
  }
}
