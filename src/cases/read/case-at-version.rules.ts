import { inStoredOrder } from '../values/case-data.rules.ts'
import type { CaseEventKind } from '../event-kinds.ts'
import type { CaseRow } from '../case-facts.ts'
import { noDeadlines } from '../values/case-deadlines.rules.ts'
import { isCaseValueName } from '../values/case-values.ts'
import type { CaseValue, ChangedValue } from '../case.entity.ts'

export interface PastEvent {
  version: number
  kind: CaseEventKind
  at: Date
  changes: ChangedValue[]
}

/** A case at an earlier version. The assignment is undefined if it was the same as in the current version. */
export interface PastCase {
  past: CaseRow
  assignment: { email: string | null; groupName: string | null } | undefined
}

/** The case as it was at a version. `events` are the change that made it so and all later ones, the latest first. */
export function caseAtVersion(current: CaseRow, version: number, events: readonly PastEvent[]): PastCase {
  const past: CaseRow = { ...current, version, ...noDeadlines }
  let assignment: PastCase['assignment']
  for (const event of events) {
    if (event.version <= version) {
      if (event.kind !== 'OVERDUE') past.updatedAt = event.at
    } else for (const change of event.changes) undo(change)
  }
  if (past.typeCode !== current.typeCode) past.viewerAuthorised = null
  past.caseData = inStoredOrder(Object.entries(past.caseData))
  return { past, assignment }

  function undo({ path: [member, name = ''], from, to }: ChangedValue): void {
    switch (member) {
      case 'assignee':
        assignment = { groupName: null, ...assignment, email: from as string | null }
        break
      case 'group':
        assignment = { email: null, ...assignment, groupName: from as string | null }
        past.viewerInGroup = null
        break
      case 'caseData': {
        const { [name]: _, ...others } = past.caseData
        // A field that did not exist is stored as null.
        past.caseData = from === null ? others : { ...others, [name]: from as CaseValue }
        break
      }
      case 'links':
        if (from === 'DUPLICATE_OF') past.mergedIntoId = Number(name)
        else if (to === 'DUPLICATE_OF' && past.mergedIntoId === Number(name)) past.mergedIntoId = null
        break
      default:
        if (isCaseValueName(member)) Object.assign(past, { [member]: from })
    }
  }
}
