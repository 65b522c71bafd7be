import { type Queryable, statement } from '../../src/database/statements/statement.ts'
import { checkEach, type CheckResult } from '../check-result.ts'
import type { Followed } from './feed-client.ts'
import type { SentChange } from './transactions.ts'

const readFeed = statement(
  `
select f.position, coalesce(e.case_id, f.case_id) as case_id, coalesce(e.version, f.version) as version,
  f.position is not null as in_feed, e.case_id is not null as has_event, o.case_id is not null as in_outbox
from case_feed f
full join (select * from case_events where version > 1 or case_id > $1::bigint) e using (case_id, version)
left join case_outbox o on o.case_id = e.case_id and o.version = e.version
order by f.position nulls last`,
  {
    position: 'bigint | null',
    caseId: 'bigint',
    version: 'int',
    inFeed: 'boolean',
    hasEvent: 'boolean',
    inOutbox: 'boolean',
  },
)

/** Compares the feed with the events that are stored, with what writers sent, and with what a reader got. */
export async function checkFeed(
  database: Queryable,
  { cases, sent, followed }: { cases: number; sent: readonly SentChange[]; followed: readonly Followed[] },
): Promise<CheckResult[]> {
  const rows = await database.run(readFeed, [cases])
  const feed = rows.filter(({ inFeed }) => inFeed)
  const name = ({ caseId, version }: { caseId: number; version: number }) => `${caseId}:${version}`
  const positions = new Map(feed.map((row, index) => [name(row), index]))
  const describe = (row: (typeof rows)[number]) => `${name(row)} at ${row.position}`
  const versions = new Map<number, number>()
  const descends = ({ caseId, version }: (typeof rows)[number]) => {
    const previous = versions.get(caseId) ?? 0
    versions.set(caseId, version)
    return version <= previous
  }
  const committed = sent.filter(({ outcome }) => outcome === 'committed')
  const committedEvents = new Set(committed.map(({ event }) => event))
  // A version that was rolled back may have been given again, by a transaction whose outcome is known or not.
  const unknown = new Set(sent.filter(({ outcome }) => outcome === 'unknown').map(({ event }) => event))
  const rolledBack = sent.filter(
    ({ outcome, event }) => outcome === 'rolled back' && !committedEvents.has(event) && !unknown.has(event),
  )
  return [
    checkEach('a committed event is in the feed', rows, ({ inFeed }) => !inFeed, describe),
    checkEach('an event in the feed is committed', feed, ({ hasEvent }) => !hasEvent, describe),
    checkEach('the outbox is empty', rows, ({ inOutbox }) => inOutbox, describe),
    checkEach('an event is in the feed once', feed, (row) => feed[positions.get(name(row))!] !== row, describe),
    checkEach(
      'positions have no gaps',
      [...feed.entries()],
      ([i, { position }]) => position !== i + 1,
      ([i]) => `${i}`,
    ),
    checkEach('an acknowledged change is in the feed', committed, ({ event }) => !positions.has(event), JSON.stringify),
    checkEach('a change that was rolled back is not', rolledBack, ({ event }) => positions.has(event), JSON.stringify),
    checkEach('the versions of a case ascend', feed, descends, describe),
    commitOrder(committed, positions),
    checkReader(feed.map(name), followed),
  ]
}

/** A change that was committed before another began comes first. */
function commitOrder(committed: readonly SentChange[], positions: ReadonlyMap<string, number>): CheckResult {
  const place = ({ event }: SentChange) => positions.get(event) ?? Infinity
  const inOrder = committed.toSorted((a, b) => place(a) - place(b))
  let latest = inOrder[0]
  const claim = 'a change that was committed before another began comes first'
  return checkEach(
    claim,
    inOrder,
    (sent) => {
      if (latest && sent.endedAt < latest.beganAt) return true
      if (latest && sent.beganAt > latest.beganAt) latest = sent
      return false
    },
    ({ event }) => event,
  )
}

/** The reader got the whole feed in its order, from the event with which it began. */
function checkReader(feed: readonly string[], followed: readonly Followed[]): CheckResult {
  const expected = feed.slice(feed.indexOf(followed[0]?.event ?? ''))
  const wrong = expected.findIndex((event, index) => followed[index]?.event !== event)
  const isWrong = wrong !== -1 || followed.length !== expected.length
  return {
    claim: 'a reader of the stream got every event once and in order',
    checked: expected.length,
    violations: isWrong ? 1 : 0,
    example: `${followed.length} of ${expected.length}; number ${wrong}: ${followed[wrong]?.event}, not ${expected[wrong]}`,
  }
}
