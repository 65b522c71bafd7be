import { canSeeInternal, type Viewer, worksOnCases } from '../../viewer/viewer.ts'
import type { CaseRow } from '../../cases/case-facts.ts'
import type { EventRow } from '../../cases/timeline/event-pages.ts'
import { caseAt } from '../../cases/read/past-cases.ts'
import { casesById } from '../../cases/access/visible-case.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Services } from '../../context.ts'
import type { Loader } from '../../database/statements/batched.ts'
import type { RowOfBatched } from '../../database/statements/batched.ts'
import { type CaseEventFilter, matchesCase, matchesEvent } from './event-filter.ts'
import { loadScopes } from './event-scopes.ts'
import type { FeedPosition } from '../feed-cursor.ts'
import type { FeedEvent } from '../read-feed.ts'
import { follows, mayHaveTakenAway, related, type Scope } from './visibility.rules.ts'

/** An event as a viewer sees it, with the case. The case is null, and there are no changes, if the event took it away. */
export interface EventItem {
  position: FeedPosition
  event: EventRow & { case: CaseRow | null }
}

/** A reader of events: whose view it has, and what it wants to see. */
export interface Reader {
  viewer: Viewer
  filter: CaseEventFilter | null | undefined
}

type NamedCase = RowOfBatched<typeof casesById>

/** What the events of one reading are judged by. */
interface Now {
  catalogue: Catalogue
  scopes: ReadonlyMap<number, Scope>
  /** Readers with the same login see an event in the same way, so that they get the same object. */
  items: Map<string, EventItem>
}

/** An event for a reader. */
interface View {
  reader: Reader
  event: FeedEvent
  /** The case now. */
  row: NamedCase
  /** Null if the reader does not get the event. Undefined if that depends on whether the event took the case away. */
  item: EventItem | null | undefined
}

/**
 * What each reader may see of the events and wants to see. It is judged by the cases, the permissions and the catalogue of now. The
 * number of statements depends on neither the readers nor the events.
 */
export async function visibleEvents(
  { database, catalogue }: Pick<Services, 'database' | 'catalogue'>,
  readers: readonly Reader[],
  events: readonly FeedEvent[],
): Promise<EventItem[][]> {
  const interesting = readers.map((reader) => interestingEvents(reader, events))
  const wanted = [...new Set(interesting.flat())]
  if (wanted.length === 0) return readers.map(() => [])
  const cases = await loadCases(database, wanted)
  const viewers = readers.filter((_, index) => interesting[index]!.length > 0).map(({ viewer }) => viewer)
  const { revision, scopes } = await loadScopes(database, viewers, wanted, [...cases.values()])
  // What the events select of the catalogue is of now too, however old the session of a stream is.
  for (const viewer of viewers) viewer.revision = revision
  const now: Now = { catalogue: await catalogue.at(revision), scopes, items: new Map() }
  const views = readers.map((reader, index) =>
    interesting[index]!.flatMap((event): View[] => {
      const row = cases.get(event.caseId)
      return row ? [{ reader, event, row, item: itemOf(now, reader, event, row) }] : []
    }),
  )
  const suspects = views.flat().filter(({ item }) => item === undefined)
  if (suspects.length > 0) await judgeTakenAway(database, now, suspects)
  return views.map((ofReader) => ofReader.flatMap(({ item }) => item ?? []))
}

/** The events that match by themselves, and are not internal for a party. Consumers and admins follow none. */
export function interestingEvents({ viewer, filter }: Reader, events: readonly FeedEvent[]): readonly FeedEvent[] {
  if (!worksOnCases(viewer)) return []
  const visible = canSeeInternal(viewer) ? events : events.filter(({ internal }) => !internal)
  return filter ? visible.filter((event) => matchesEvent(filter, event, viewer)) : visible
}

/** The cases of events by their IDs. Those that have been archived are missing. */
async function loadCases(db: Loader, events: readonly FeedEvent[]): Promise<ReadonlyMap<number, NamedCase>> {
  const ids = new Set(events.map(({ caseId }) => caseId))
  const rows = await Promise.all([...ids].map((caseId) => db.load(casesById, { caseId })))
  return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])))
}

const nothing: Scope = { types: new Set(), groups: new Set() }

function itemOf(now: Now, { viewer, filter }: Reader, event: FeedEvent, found: NamedCase): View['item'] {
  const scope = now.scopes.get(viewer.personId) ?? nothing
  const row = related(found, scope)
  if (!follows(viewer, row, now.catalogue)) {
    return mayHaveTakenAway(viewer, scope, event, now.catalogue) ? undefined : null
  }
  if (filter && !matchesCase(filter, event, viewer, { row, groups: scope.groups, isTakenAway: false })) return null
  return sharedItem(now.items, viewer, event, found)
}

/** Without the case, it has no changes either. */
function sharedItem(items: Now['items'], { login }: Viewer, stored: FeedEvent, found: NamedCase | null): EventItem {
  const key = `${stored.position} ${login} ${found !== null}`
  let item = items.get(key)
  if (!item) {
    const { position, ...event } = stored
    const { caseId, version } = event
    const seen = found
      ? { editsUntil: found.version, case: { ...found, viewerAuthorised: null, viewerInGroup: null } }
      : { editsUntil: version, case: null, changes: [] }
    item = { position: { position, caseId, version, at: event.at }, event: { ...event, ...seen } }
    items.set(key, item)
  }
  return item
}

/** An event took the case away if the reader could see it before, and could not see it after. */
async function judgeTakenAway(db: Loader, { catalogue, items }: Now, suspects: readonly View[]): Promise<void> {
  const byEvent = new Map(suspects.map((suspect) => [suspect.event, suspect]))
  const pasts = await Promise.all(
    Array.from(byEvent, async ([event, { row, reader }]) => {
      const current = { ...row, viewerAuthorised: null, viewerInGroup: null }
      const at = (version: number) => caseAt(db, current, version, reader.viewer)
      return [event, await Promise.all([at(event.version - 1), at(event.version)])] as const
    }),
  )
  const viewers = suspects.map(({ reader }) => reader.viewer)
  const rows = pasts.flatMap(([, states]) => states)
  const { scopes } = await loadScopes(db, viewers, [...byEvent.keys()], rows)
  const pastOf = new Map(pasts)
  for (const view of suspects) {
    const { viewer, filter } = view.reader
    const scope = scopes.get(viewer.personId) ?? nothing
    const [before, after] = pastOf.get(view.event)!
    const row = related(before, scope)
    const isTaken = follows(viewer, row, catalogue) && !follows(viewer, related(after, scope), catalogue)
    const found = { row, groups: scope.groups, isTakenAway: true }
    const isWanted = !filter || matchesCase(filter, view.event, viewer, found)
    view.item = isTaken && isWanted ? sharedItem(items, viewer, view.event, null) : null
  }
}
