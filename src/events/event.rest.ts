import { caseStateSelection, withNumber } from '../cases/case.rest.ts'

/** What every channel delivers of an event, with the cursor after it. No text of a comment: webhooks go to other systems. */
export const itemSelection = `
cursor
event {
  id caseId sequence kind at
  actor { id login firstname email }
  touchpoint internal
  changes { path from to }
  comments { id internal author { id login firstname email } touchpoint createdAt }
  case { ${caseStateSelection} }
}`

interface SelectedEvent {
  kind: string
  caseId: string
  changes: { path: string[]; from: unknown; to: unknown }[]
  case: { id: string } | null
  [member: string]: unknown
}

export interface SelectedItem {
  cursor: string
  event: SelectedEvent
}

/** The event as every channel delivers it. */
export function eventBody({ caseId, changes, case: found, ...event }: SelectedEvent) {
  const { id, ...others } = event
  return {
    id,
    caseId: Number(caseId),
    ...others,
    changes: changes.map((change) => (change.path[0] === 'comments' ? { ...change, from: null, to: null } : change)),
    case: found && withNumber(found),
  }
}

/** The type of an event on a stream and of a webhook, for example "case.comment_edited". */
export function eventType({ kind }: SelectedEvent): string {
  return `case.${kind.toLowerCase()}`
}
