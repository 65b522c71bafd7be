import type { Viewer } from '../../viewer/viewer.ts'
import { storedEventColumns } from '../../cases/history/event-pages.ts'
import type { Services } from '../../context.ts'
import { batchedBy } from '../../database/batched.ts'
import { typed } from '../../database/columns.ts'
import { selectList } from '../../database/entity-columns.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { CaseEventFilter } from '../../events/event-filter.ts'
import type { FeedPosition } from '../../events/feed-cursor.ts'
import { type FeedEvent, type FeedPart, readFeed } from '../../events/read-feed.ts'
import { type EventItem, visibleEvents } from '../../events/visible-events.ts'
import { keysOf } from '../secrets.ts'
import type { JudgedEvent } from './window.ts'

/** So many positions are read at once, so that little time passes before their events are sent. */
const partSize = 50
/** Endpoints that continue at the same position share a reading. */
const sharedWithinMs = 50

const viewerOf = batchedBy(
  { endpointId: 'bigint' },
  (keys) => `
select k.ordinal::int, p.id as person_id, e.touchpoint_code, p.kind as login, p.firstname, p.email, r.revision
from ${keys}
join webhook_endpoints e on e.id = k.endpoint_id
cross join catalogue_revision r
join persons p on p.id = e.person_id and p.active and not p.blocked`,
  {
    personId: 'bigint',
    touchpointCode: 'text',
    login: typed<LoginKind>('text'),
    firstname: 'text',
    email: 'text',
    revision: 'uuid',
  },
)

const eventOf = batchedBy(
  { caseId: 'bigint', version: 'int' },
  (keys) => `
select k.ordinal::int, ${selectList('e', storedEventColumns)}
from ${keys}
join case_events e on e.case_id = k.case_id and e.version = k.version`,
  storedEventColumns,
)

/** A part of the feed, with the events of it that an endpoint is to get. */
interface EndpointPart extends Pick<FeedPart, 'end' | 'hasMore'> {
  events: JudgedEvent[]
}

interface Waiting {
  endpointId: number
  filter: CaseEventFilter
  resolve(part: EndpointPart): void
  reject(error: unknown): void
}

/** Reads what endpoints are to get, by the one rule of the feed. */
export class EventReader {
  readonly #services: Pick<Services, 'database' | 'catalogue'>
  readonly #waiting = new Map<string, { after: FeedPosition | null; readers: Waiting[] }>()

  constructor(services: Pick<Services, 'database' | 'catalogue'>) {
    this.#services = services
  }

  /** The next part of the feed, from the oldest event if `after` is null. Throws CURSOR_EXPIRED. */
  next(endpointId: number, filter: CaseEventFilter, after: FeedPosition | null): Promise<EndpointPart> {
    return new Promise((resolve, reject) => {
      const key = JSON.stringify(after)
      let shared = this.#waiting.get(key)
      if (!shared) {
        this.#waiting.set(key, (shared = { after, readers: [] }))
        setTimeout(() => void this.#read(key), sharedWithinMs)
      }
      shared.readers.push({ endpointId, filter, resolve, reject })
    })
  }

  async #read(key: string): Promise<void> {
    const { after, readers } = this.#waiting.get(key)!
    this.#waiting.delete(key)
    try {
      const { database } = this.#services
      const judgedAt = performance.now()
      const { events, end, hasMore } = await readFeed(database, after, partSize)
      const viewers = await Promise.all(readers.map(({ endpointId }) => this.viewer(endpointId)))
      const seeing = readers.flatMap((reader, index) => {
        const viewer = viewers[index]
        return viewer ? [{ ...reader, viewer }] : []
      })
      const items = await visibleEvents(this.#services, seeing, events)
      const byPosition = new Map(events.map((event) => [event.position, event]))
      const seen = new Map(seeing.map(({ endpointId }, index) => [endpointId, items[index]!]))
      for (const { endpointId, resolve } of readers) {
        const items = seen.get(endpointId) ?? []
        const own = items.map((item) => ({ item, event: byPosition.get(item.position.position)!, judgedAt }))
        resolve({ events: own, end, hasMore })
      }
    } catch (error) {
      for (const { reject } of readers) reject(error)
    }
  }

  /** Whose view an endpoint has. Undefined if the person is inactive or blocked. */
  async viewer(endpointId: number): Promise<Viewer | undefined> {
    return this.#services.database.load(viewerOf, { endpointId })
  }

  /** What signs. */
  keys(endpointId: number): Promise<Buffer[]> {
    return keysOf(this.#services.database, endpointId)
  }

  /** An event of a case. Undefined if the case has been archived. */
  async event(caseId: number, version: number, position: number): Promise<FeedEvent | undefined> {
    const found = await this.#services.database.load(eventOf, { caseId, version })
    return found && { ...found, position }
  }

  /** The event as the viewer sees it now. Undefined if the endpoint is not to get it. */
  async seen(viewer: Viewer, filter: CaseEventFilter, event: FeedEvent): Promise<EventItem | undefined> {
    const [[item] = []] = await visibleEvents(this.#services, [{ viewer, filter }], [event])
    return item
  }
}
