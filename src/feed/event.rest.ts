import type { FastifyRequest } from 'fastify'
import { caseStateSelection, withNumericId } from '../cases/case.rest.ts'
import { InternalError } from '../errors/internal-error.ts'
import type { Executor } from '../graphql/executor.ts'

/** Its viewer is the one whose view the event has. */
type Context = FastifyRequest['context']

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

/** Executed for one event, by every channel except the pages of the feed. */
export const eventDocument = `
subscription CaseEvent {
  caseEvents { ${itemSelection} }
}`

interface SelectedEvent {
  kind: string
  at: string
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
    case: found && withNumericId(found),
  }
}

/** The type of an event on a stream and of a webhook, for example "case.comment_edited". */
export function eventType({ kind }: Pick<SelectedEvent, 'kind'>): string {
  return `case.${kind.toLowerCase()}`
}

export type PresentedEvent = Awaited<ReturnType<typeof present>>

/** Viewers who see an event in the same way share the item, and its presentation. */
const presented = new WeakMap<object, Promise<PresentedEvent>>()

/** Presents what a viewer sees of an event. Throws if it cannot be loaded. */
export function presentEvent(executor: Executor, context: Context, item: object): Promise<PresentedEvent> {
  let found = presented.get(item)
  if (!found) presented.set(item, (found = present(executor, context, item)))
  return found
}

async function present(executor: Executor, context: Context, item: object) {
  const { data, errors } = await executor.executeEvent(eventDocument, item, context)
  if (!data || errors) throw new InternalError('An event could not be presented.', { cause: errors?.[0] })
  const { cursor, event } = data['caseEvents'] as SelectedItem
  return { cursor, type: eventType(event), body: eventBody(event) }
}
