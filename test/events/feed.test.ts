import { describe, expect, test } from 'vitest'
import identityData from '../../src/transfer/demo-data-identity.json' with { type: 'json' }
import { expiredEvents } from '../../src/feed/expired-events.ts'
import { FeedCursors } from '../../src/feed/feed-cursors.ts'
import { sql } from '../support/database/database.ts'
import { change } from '../support/requests/changes.ts'
import {
  ada,
  carla,
  type Credentials,
  odette,
  olga,
  omar,
  omarAtPartner,
  paula,
  pedro,
} from '../support/requests/credentials.ts'
import { settledFeed } from '../support/requests/event-feed.ts'
import { graphql } from '../support/requests/graphql.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ data: identityData })

interface Event {
  cursor: string
  id: string
  caseId: number
  kind: string
  actor: { email: string | null } | null
  changes: { path: string[]; from: unknown; to: unknown }[]
  comments: { id: string; internal: boolean }[]
  internal: boolean
  case: { id: number; version: number; status: string } | null
}

interface Page {
  events: Event[]
  endCursor: string
  hasMore: boolean
}

/** What is sent, besides the cursor. */
type Filter = Record<string, string | boolean | number | readonly string[]>

type Read = (after: string | undefined, filter?: Filter, caller?: Credentials) => Promise<Page | string>

const overRest: Read = async (after, filter = {}, caller = olga) => {
  const query = new URLSearchParams(after === undefined ? {} : { after })
  for (const [name, value] of Object.entries(filter)) for (const each of [value].flat()) query.append(name, `${each}`)
  const { status, body } = await restClient(server).get(`events?${query}`, {}, caller)
  const answer = JSON.parse(body)
  return status === 200 ? answer : `${status} ${answer.code}`
}

const overGraphql: Read = async (after, { first = 100, ...filter } = {}, caller = olga) => {
  const document = `
query ($filter: CaseEventFilter, $after: String, $first: Int) {
  caseEvents(filter: $filter, after: $after, first: $first) {
    items {
      cursor
      event {
        id caseId kind actor { email } changes { path from to } comments { id internal } internal
        case { id version status subject priority customerWaitingSince }
      }
    }
    endCursor
    hasMore
  }
}`
  const { data, errors } = await graphql<{ caseEvents: { items: { cursor: string; event: Event }[] } & Page }>(
    server.url,
    document,
    { filter, after, first },
    caller,
  )
  if (errors) return `${errors[0]?.extensions?.code}`
  const { items, ...page } = data!.caseEvents
  return { ...page, events: items.map(({ cursor, event }) => ({ ...event, cursor })) }
}

const faces = [
  { name: 'REST', read: overRest },
  { name: 'GraphQL', read: overGraphql },
]

async function page(...request: Parameters<Read>): Promise<Page> {
  const answer = await overGraphql(...request)
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

const latest = async () => (await page('latest')).endCursor

/** The events of the feed after a cursor once the given number of them has arrived. */
async function after(cursor: string, count: number, read: Read, filter: Filter = {}, caller = olga): Promise<Event[]> {
  const events = async () => {
    const answer = await read(cursor, filter, caller)
    return typeof answer === 'string' ? answer : answer.events
  }
  await expect.poll(events).toHaveLength(count)
  return (await events()) as Event[]
}

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const caseData = { severity: 1, signalDbm: -9, lineDown: true }
const incident = { categoryCode: 'NETWORK', typeCode: 'INCIDENT', caseData }
const send = (name: Parameters<typeof change>[1], id: number, input: object, caller = olga) =>
  change(server.url, name, { caseInstanceId: `${id}`, ...input }, caller)
const outline = (events: Event[]) => events.map(({ caseId, kind }) => `${kind} ${caseId}`)

/** Moves a case between types and assignees, from a cursor of its own. */
async function movedCase(...moves: (readonly [name: Parameters<typeof change>[1], input: object])[]) {
  const id = await server.addCase()
  const start = await settled()
  for (const [name, input] of moves) expect((await send(name, id, input)).error).toBeUndefined()
  await settled()
  return { id, start }
}

const settled = () => settledFeed(server)

describe.each(faces)('the feed, over $name', ({ read }) => {
  test('has creations, changes and imports in the order of commits, each with its case as it is now', async () => {
    const start = await settled()
    const id = await server.addCase()
    await send('assignCase', id, { email: 'olga@example.com' })
    await send('updateCase', id, {
      ...codes,
      status: 'New',
      comments: [{ text: 'One.' }, { text: 'Two.', internal: true }],
    })
    const created = await change(server.url, 'createCase', { categoryCode: 'ACCOUNT', typeCode: 'QUESTION' })
    const newId = Number(created.case?.id)
    const events = await after(start, 4, read)
    expect(outline(events)).toEqual([`IMPORTED ${id}`, `ASSIGNED ${id}`, `UPDATED ${id}`, `CREATED ${newId}`])
    const [, assigned, updated] = events
    expect(assigned).toMatchObject({
      id: `event:${id}:2`,
      actor: { email: 'olga@example.com' },
      changes: [{ path: ['assignee'], from: null, to: 'olga@example.com' }],
      case: { version: 3, status: 'New' },
    })
    expect(updated?.comments.map(({ internal }) => internal)).toEqual([false, true])
    expect(await after(assigned!.cursor, 2, read)).toEqual(events.slice(2))
  })

  test('is read in pages, whose cursors continue where they end', async () => {
    const { id, start } = await movedCase(
      ['assignCase', { email: 'olga@example.com' }],
      ['unassignCase', {}],
      ['addComments', { comments: [{ text: 'Hello.' }] }],
    )
    const first = (await read(start, { first: 2 })) as Page
    expect(first.hasMore).toBe(true)
    expect(outline(first.events)).toEqual([`ASSIGNED ${id}`, `UNASSIGNED ${id}`])
    expect(first.endCursor).toBe(first.events[1]!.cursor)
    const second = (await read(first.endCursor, { first: 2 })) as Page
    expect(second).toMatchObject({ events: [{ kind: 'COMMENTED' }], hasMore: false })
    expect(await read(second.endCursor)).toEqual({ events: [], endCursor: second.endCursor, hasMore: false })
  })

  test('ends a page early if its events are large', async () => {
    const { id, start } = await movedCase(['addComments', { comments: [{ text: 'Short.' }] }])
    const texts = ['\u{1F4C4}', '\u{1F4C5}'].map((character) => character.repeat(10_000))
    for (let count = 0; count < 16; count++) {
      await change(server.url, 'editComment', { commentId: `comment:${id}:2:1`, text: texts[count % 2]! })
    }
    await settled()
    const first = (await read(start)) as Page
    expect(first.events.length).toBeLessThan(17)
    expect(first).toMatchObject({ hasMore: true, endCursor: first.events.at(-1)!.cursor })
    const rest = (await read(first.endCursor)) as Page
    expect(rest).toMatchObject({ hasMore: false })
    expect([...first.events, ...rest.events].map(({ id }) => id)).toEqual(
      Array.from({ length: 17 }, (_, index) => `event:${id}:${index + 2}`),
    )
  })

  test('has an import with more text than a response may have, as the feed has no texts', async () => {
    const start = await settled()
    const comments = Array.from({ length: 1_000 }, () => ({ text: 'x'.repeat(9_999), authorEmail: 'olga@example.com' }))
    const id = await server.addCase({ comments })
    const [imported] = await after(start, 1, read)
    expect(outline([imported!])).toEqual([`IMPORTED ${id}`])
    expect(imported!.comments).toHaveLength(1_000)
  })

  test('shows a party the events of its own cases, without what is internal', async () => {
    const { id, start } = await movedCase(
      ['addComments', { comments: [{ text: 'Secret.', internal: true }] }],
      ['addComments', { comments: [{ text: 'Both.', internal: true }, { text: 'Hello.' }] }],
      ['assignCase', { email: 'olga@example.com' }],
    )
    const [commented, assigned] = await after(start, 2, read, {}, paula)
    expect(commented).toMatchObject({ kind: 'COMMENTED', actor: { email: null }, internal: false })
    expect(commented?.comments).toHaveLength(1)
    expect(assigned).toMatchObject({
      changes: [{ path: ['assignee'], from: null, to: 'Olga' }],
      case: { id: expect.anything() },
    })
    for (const caller of [pedro, carla, ada]) {
      expect(await read(start, {}, caller)).toEqual({ events: [], endCursor: await latest(), hasMore: false })
    }
    expect(((await read(start, {}, odette)) as Page).events.map(({ id }) => id)).toEqual(
      [2, 3, 4].map((v) => `event:${id}:${v}`),
    )
  })

  test('hides the priority from a party, also in the filters', async () => {
    const { start } = await movedCase(
      ['updateCase', { ...codes, priority: 'HIGH' }],
      ['updateCase', { ...codes, priority: 'LOW', comments: [{ text: 'Secret.', internal: true }] }],
      ['updateCase', { ...codes, priority: 'URGENT', subject: 'Broken' }],
    )
    const [changed] = await after(start, 1, read, {}, paula)
    expect(changed).toMatchObject({
      changes: [{ path: ['subject'], from: null, to: 'Broken' }],
      case: { subject: 'Broken', priority: null, customerWaitingSince: null },
    })
    expect(await after(start, 1, read, { field: ['subject'] }, paula)).toEqual([changed])
    expect(await after(start, 0, read, { field: ['priority'] }, paula)).toEqual([])
    const events = await after(start, 3, read, { field: ['priority'] })
    expect(events.map(({ internal }) => internal)).toEqual([true, true, false])
    expect(events[2]?.case).toMatchObject({ priority: 'URGENT', customerWaitingSince: expect.any(String) })
  })

  test('delivers an event that takes a case away once more, without case, changes and comments', async () => {
    const { id, start } = await movedCase(
      ['assignCase', { email: 'olga@example.com' }],
      ['updateCase', { categoryCode: 'ACCOUNT', typeCode: 'QUESTION', comments: [{ text: 'Moved.' }] }],
      ['updateCase', incident],
      ['addComments', { comments: [{ text: 'Later.' }] }],
    )
    const gone = { caseId: expect.anything(), case: null, changes: [], comments: [] }
    // Omar is authorised for questions: the second move takes the case away.
    expect(await after(start, 1, read, {}, omar)).toMatchObject([{ id: `event:${id}:4`, ...gone }])
    // Omar at the partner may modify incidents of the network.
    expect((await after(start, 4, read, {}, omarAtPartner)).every((event) => event.case !== null)).toBe(true)
    // Odette's group has refunds and questions.
    expect(await after(start, 1, read, {}, odette)).toMatchObject([{ id: `event:${id}:4`, ...gone }])
    const filtered = async (filter: Filter) => ((await read(start, filter, omar)) as Page).events.length
    expect(await filtered({ typeCode: ['QUESTION'] })).toBe(1)
    expect(await filtered({ typeCode: ['INCIDENT'] })).toBe(0)
    expect(await filtered({ mine: true })).toBe(0)
    // What the event changed stays unknown, also to a reader who filters by it.
    for (const field of ['typeCode', 'status', 'subject']) expect(await filtered({ field: [field] })).toBe(1)
  })

  test('delivers an assignment that takes a case away', async () => {
    const { id, start } = await movedCase(
      ['updateCase', incident],
      ['assignCase', { groupName: 'Billing team' }],
      ['assignCase', { groupName: 'Field engineers' }],
    )
    const events = await after(start, 2, read, {}, odette)
    expect(events).toMatchObject([
      { id: `event:${id}:2`, case: null },
      { id: `event:${id}:4`, case: null },
    ])
    expect(await after(start, 1, read, { mine: true }, odette)).toMatchObject([{ id: `event:${id}:4` }])
    const matching = { mine: true, kind: ['ASSIGNED'], field: ['group'], groupName: ['Field engineers'] }
    expect(await after(start, 2, read, matching)).toHaveLength(2)
  })

  test('takes filters', async () => {
    const { id, start } = await movedCase(
      ['updateCase', { ...codes, status: 'New' }],
      ['addComments', { comments: [{ text: 'Hello.' }] }],
      ['assignCase', { email: 'olga@example.com' }],
    )
    await send('addComments', id, { comments: [{ text: 'Mine.' }] }, paula)
    await settled()
    const kinds = async (filter: Filter) => ((await read(start, filter)) as Page).events.map(({ kind }) => kind)
    expect(await kinds({ caseId: [`${id}`] })).toEqual(['UPDATED', 'COMMENTED', 'ASSIGNED', 'COMMENTED'])
    expect(await kinds({ caseId: ['1'] })).toEqual([])
    expect(await kinds({ kind: ['UPDATED', 'ASSIGNED'] })).toEqual(['UPDATED', 'ASSIGNED'])
    expect(await kinds({ field: ['status'] })).toEqual(['UPDATED'])
    expect(await kinds({ exceptOwn: true })).toEqual(['COMMENTED'])
    expect(await kinds({ mine: true })).toHaveLength(4)
    expect(await kinds({ typeCode: ['QUESTION'] })).toEqual([])
    expect(await kinds({ categoryCode: ['BILLING'], groupName: ['Billing team'] })).toEqual([])
  })

  test('passes over the events of archived cases', async () => {
    const { id, start } = await movedCase(['unassignCase', {}], ['addComments', { comments: [{ text: 'Hello.' }] }])
    for (const table of ['case_comments', 'case_events']) {
      await sql(server.database, `delete from ${table} where case_id = $1`, [id])
    }
    await sql(server.database, 'delete from cases where id = $1', [id])
    expect(await read(start)).toEqual({ events: [], endCursor: await latest(), hasMore: false })
  })

  test('refuses what is no cursor, and sizes that are not allowed', async () => {
    const invalid = read === overRest ? '400 malformedRequest' : 'BAD_USER_INPUT'
    for (const cursor of ['', 'x', 'LATEST', Buffer.from('1:2').toString('base64url'), `${await latest()}=`]) {
      expect(await read(cursor), cursor).toBe(invalid)
    }
    for (const first of [0, 1001]) expect(await read(undefined, { first })).toBe(invalid)
    expect(await read(undefined, { kind: ['NONE'] })).toBe(invalid)
  })

  test('answers that a cursor has expired that is of another history', async () => {
    const expired = read === overRest ? '410 cursorExpired' : 'CURSOR_EXPIRED'
    await server.addCase()
    const cursors = await new FeedCursors(server.database).load()
    const known = (await cursors.positionAfter(await settled()))!
    const others = [
      { ...known, version: known.version + 1 },
      { ...known, caseId: known.caseId + 1 },
      { ...known, position: known.position + 1 },
      { ...known, at: new Date(known.at!.getTime() + 1) },
      { position: 0, caseId: 1, version: 0 },
    ]
    for (const other of others) expect(await read(cursors.format(other))).toBe(expired)
    const { at: _at, ...withoutTime } = known
    expect(await read(cursors.format(withoutTime))).toMatchObject({ events: [] })
  })
})

describe('a cursor', () => {
  test('expires when its event leaves the feed, and without one the feed starts at the oldest event', async () => {
    const start = await settled()
    const id = await server.addCase()
    const kept = await settled()
    await sql(server.database, `update case_feed set relayed_at = now() - interval '31 days'`)
    for (const removed of [expiredEvents(30).text]) await sql(server.database, removed)
    expect(await overRest(start)).toBe('410 cursorExpired')
    expect(await overGraphql('MDowOjA')).toBe('CURSOR_EXPIRED')
    expect(await page(kept)).toMatchObject({ events: [], endCursor: kept })
    expect((await page(undefined)).events.map(({ caseId }) => Number(caseId))).toEqual([id])
  })
})

describe('the feed over REST', () => {
  test('contains no text of a comment', async () => {
    const { id, start } = await movedCase(['addComments', { comments: [{ text: 'Personal.' }] }])
    await change(server.url, 'editComment', { commentId: `comment:${id}:2:1`, text: 'Private.' })
    const [commented, edited] = await after(start, 2, overRest)
    expect(commented!.comments).toMatchObject([{ id: `comment:${id}:2:1` }])
    expect(edited!.changes).toEqual([{ path: ['comments', `comment:${id}:2:1`], from: null, to: null }])
    expect(JSON.stringify([commented, edited])).not.toMatch(/Personal|Private/)
  })

  test('names the unknown and the repeated parameters of a strict request', async () => {
    const strict = { prefer: 'handling=strict' }
    const { status, body } = await restClient(server).get('events?first=1&kinds=UPDATED', strict)
    expect(status).toBe(400)
    expect(JSON.parse(body).problems).toMatchObject([{ parameter: 'kinds' }])
    expect((await restClient(server).get('events?first=1&first=2')).status).toBe(400)
    expect((await restClient(server).get('events?caseId=1&caseId=2&mine=true', strict)).status).toBe(200)
  })
})

describe('an event in the history', () => {
  test('has its case, its comments and whether it is internal', async () => {
    const id = await server.addCase()
    await send('addComments', id, { comments: [{ text: 'Secret.', internal: true }] })
    const document = `query ($id: ID!) { case(id: $id) { history { nodes { caseId internal case { id version } comments { text } } } } }`
    const { data } = await graphql<{ case: { history: { nodes: unknown[] } } }>(server.url, document, { id })
    expect(data?.case.history.nodes).toEqual([
      { caseId: `${id}`, internal: false, case: { id: `${id}`, version: 2 }, comments: [] },
      { caseId: `${id}`, internal: true, case: { id: `${id}`, version: 2 }, comments: [{ text: 'Secret.' }] },
    ])
  })
})
