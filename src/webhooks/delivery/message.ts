import type { Viewer } from '../../viewer/viewer.ts'
import type { CaseEventFilter } from '../../events/event-filter.ts'
import type { EventItem } from '../../events/visible-events.ts'
import type { WebhookMessage } from '../webhooks.ts'
import type { Job } from './endpoint-progress.ts'
import type { EventReader } from './event-reader.ts'

/** The event as every channel delivers it, and its type, such as "case.updated". */
export type Represent = (
  viewer: Viewer,
  item: EventItem,
) => Promise<{ type: string; data: { id?: unknown; at?: unknown } & object }>

/** What was judged longer ago is judged again before it is sent. */
const judgedForMs = 1_000

/** Builds what an endpoint gets of an event. */
export class MessageBuilder {
  readonly #reader: EventReader
  readonly #represent: Represent

  constructor(reader: EventReader, represent: Represent) {
    this.#reader = reader
    this.#represent = represent
  }

  /** The message as the person of the endpoint sees the event now. Null if the endpoint is not to get it. */
  async build(endpointId: number, filter: CaseEventFilter, job: Job): Promise<WebhookMessage | null> {
    const viewer = await this.#reader.viewer(endpointId)
    const item = viewer && (await this.#item(viewer, filter, job))
    if (!item) return null
    const [{ type, data }, keys] = await Promise.all([this.#represent(viewer, item), this.#reader.keys(endpointId)])
    return { id: String(data.id), body: JSON.stringify({ type, timestamp: data.at, data }), keys }
  }

  async #item(viewer: Viewer, filter: CaseEventFilter, { entry, ...place }: Job): Promise<EventItem | undefined> {
    if (entry && performance.now() - entry.judgedAt < judgedForMs) return entry.item
    const { caseId, version, position } = place
    const event = entry?.event ?? (await this.#reader.event(caseId, version, position))
    return event && this.#reader.seen(viewer, filter, event)
  }
}
