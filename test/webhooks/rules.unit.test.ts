import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { RequestError } from '../../src/errors/request-error.ts'
import type { FeedPosition } from '../../src/events/feed-cursor.ts'
import { EndpointProgress, type Job } from '../../src/webhooks/delivery/endpoint-progress.ts'
import type { EventReader } from '../../src/webhooks/delivery/event-reader.ts'
import { FeedFollower } from '../../src/webhooks/delivery/feed-follower.ts'
import type { LeasedEndpoint } from '../../src/webhooks/delivery/leases.ts'
import type { JudgedEvent } from '../../src/webhooks/delivery/window.ts'
import { healthAfter, nextAttempt } from '../../src/webhooks/schedule.rules.ts'
import type { WebhookFailure } from '../../src/webhooks/webhook-kinds.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const fiveDays = 120 * hour

describe('the schedule', () => {
  test.each([
    [1, 5 * second],
    [2, 5 * minute],
    [3, 30 * minute],
    [4, 2 * hour],
    [5, 5 * hour],
    [6, 10 * hour],
    [7, 14 * hour],
    [8, 20 * hour],
    [9, 24 * hour],
  ])('after %i failed attempts has a delay of %i ms, and up to a tenth more', (failures, delay) => {
    expect(nextAttempt(failures, 7, 0)).toBe(7 + delay)
    expect(nextAttempt(failures, 7, 1)).toBe(Math.ceil(7 + delay * 1.1))
  })

  test('ends after ten attempts', () => {
    expect(nextAttempt(10, 7, 0)).toBeNull()
  })
})

describe('an endpoint', () => {
  const now = 10 * fiveDays
  const [success, failure] = [
    { isSuccess: true, httpStatus: 204, at: now },
    { isSuccess: false, httpStatus: 500, at: now },
  ]
  type Health = Parameters<typeof healthAfter>[0]
  const health = (state: Health['state'], failures: number, since: number | null): Health =>
    ({ state, failures, failingSince: since === null ? null : now - since }) as Health
  const healthy = health('ACTIVE', 0, null)
  test.each([
    ['that fails for the first time', healthy, failure, health('ACTIVE', 1, 0)],
    ['that fails for the ninth time', health('ACTIVE', 8, fiveDays - 1), failure, health('ACTIVE', 9, fiveDays - 1)],
    ['that fails for the tenth time', health('ACTIVE', 9, 1), failure, health('FAILING', 10, 1)],
    ['that accepts an event again', health('FAILING', 12, 1), success, healthy],
    ['that fails for five days', health('FAILING', 12, fiveDays), failure, health('DISABLED_FAILING', 13, fiveDays)],
    ['that answers 410', healthy, { ...failure, httpStatus: 410 }, health('DISABLED_GONE', 1, 0)],
  ])('%s', (_what, before, attempt, after) => {
    expect(healthAfter(before, attempt)).toEqual(after)
  })

  test.each(['DISABLED', 'DISABLED_GONE', 'DISABLED_FAILING'] as const)('stays %s when an attempt ends', (state) => {
    const disabled = health(state, 10, fiveDays)
    for (const late of [success, failure]) expect(healthAfter(disabled, late)).toEqual(disabled)
  })
})

describe('the progress of an endpoint', () => {
  const start = { position: 100, caseId: 1, version: 1 }
  const now = 10 * fiveDays

  function progressOf({ doneAhead = [] }: { doneAhead?: readonly number[] } = {}) {
    const endpoint = {
      id: 1,
      url: '',
      filter: {},
      state: 'ACTIVE',
      failures: 0,
      failingSince: null,
      leaseToken: 7,
    } as const
    const at = { position: 100, positionCaseId: 1, positionVersion: 1 }
    return new EndpointProgress({ ...endpoint, ...at, doneAhead: [...doneAhead] }, [])
  }

  /** The events of cases from position 101, each as "case:version". */
  function read(progress: EndpointProgress, ...names: string[]): void {
    const events = names.map((name, index): JudgedEvent => {
      const [caseId = 0, version = 0] = name.split(':').map(Number)
      const position = { position: 101 + index, caseId, version }
      const event = { caseId, version, kind: 'UPDATED', actorId: null, touchpointCode: null } as const
      const row = { ...event, at: new Date(0), changes: [], internal: false }
      const item = { position, event: { ...row, editsUntil: version, case: null } }
      return { event: { ...row, ...position }, item, judgedAt: 0 }
    })
    const last = events.at(-1)!.event
    progress.add(events, { position: last.position, caseId: last.caseId, version: last.version })
  }

  /** Everything that may be started at a time. */
  function started(progress: EndpointProgress, time = now): Job[] {
    const jobs: Job[] = []
    for (let job = progress.start(time, true); job; job = progress.start(time, true)) jobs.push(job)
    return jobs
  }
  const names = (jobs: readonly Job[]) => jobs.map(({ caseId, version }) => `${caseId}:${version}`)

  function ended(progress: EndpointProgress, job: Job | undefined, failure: WebhookFailure | null, time = now): void {
    const attempt = { at: '', durationMs: 1, httpStatus: failure ? 500 : 204, failure }
    progress.attempted(job!, attempt, time, 0)
  }

  let ids = 0
  /** Stores what has happened, and returns it. */
  function store(progress: EndpointProgress) {
    const { progress: taken, stored } = progress.take()
    for (const event of taken.events) event.id ??= ++ids
    stored()
    const events = Array.from(taken.events, ({ caseId, version, status }) => `${caseId}:${version} ${status}`)
    return { ...taken, events }
  }

  test('starts an event only after what became of the one before it in its case is stored', () => {
    const progress = progressOf()
    read(progress, '1:2', '1:3', '2:1')
    const [first, other, ...none] = started(progress)
    expect([names([first!, other!]), none]).toEqual([['1:2', '2:1'], []])
    ended(progress, first, null)
    expect(progress.isUrgent).toBe(false)
    expect(started(progress)).toEqual([])
    expect(progress.isUrgent).toBe(true)
    const { progress: taken, stored } = progress.take()
    expect(started(progress)).toEqual([])
    stored()
    expect(taken.position.position).toBe(101)
    expect(names(started(progress))).toEqual(['1:3'])
  })

  test('advances over what is held, and later events of the case wait behind it', () => {
    const progress = progressOf()
    read(progress, '1:2', '1:3', '2:1', '1:4')
    const [first, other] = started(progress)
    ended(progress, first, 'HTTP_STATUS')
    ended(progress, other, null)
    expect(started(progress)).toEqual([])
    expect(store(progress)).toMatchObject({
      position: { position: 101, caseId: 1, version: 2 },
      doneAhead: [103],
      events: ['1:2 WAITING', '2:1 DELIVERED'],
    })
    expect(started(progress)).toEqual([])
    expect(store(progress)).toMatchObject({ position: { position: 104 }, doneAhead: [], events: ['1:2 WAITING'] })
    expect(started(progress, now + 5 * second - 1)).toEqual([])
    const [again] = started(progress, now + 5 * second)
    ended(progress, again, null, now + 5 * second)
    expect(store(progress).events).toEqual(['1:2 DELIVERED', '1:3 WAITING'])
    const [next] = started(progress)
    expect([names([next!]), progress.held.size]).toEqual([['1:3'], 1])
    ended(progress, next, null)
    expect(started(progress)).toEqual([])
    store(progress)
    ended(progress, started(progress)[0], null)
    expect(store(progress)).toMatchObject({ events: ['1:4 DELIVERED'], position: { position: 104 } })
    expect([started(progress), progress.held.size]).toEqual([[], 0])
  })

  test('gives an event up after ten attempts, and goes on with the next one', () => {
    const progress = progressOf()
    read(progress, '1:2', '1:3')
    let time = now
    for (let count = 1; count <= 10; count++) {
      const [job, ...others] = started(progress, time)
      expect([names([job!]), others]).toEqual([['1:2'], []])
      ended(progress, job, 'TIMEOUT', time)
      started(progress, time)
      expect(store(progress).events[0]).toBe(`1:2 ${count < 10 ? 'WAITING' : 'GAVE_UP'}`)
      time += 24 * hour
      // Others succeed, so that the endpoint is not disabled.
      progress.health = { state: 'ACTIVE', failures: 0, failingSince: null }
    }
    expect(names(started(progress, time))).toEqual(['1:3'])
  })

  test('does not repeat what was done before another event was', () => {
    const progress = progressOf()
    read(progress, '1:2', '2:1', '3:1')
    const jobs = started(progress)
    ended(progress, jobs[1], null)
    const { position, doneAhead } = store(progress)
    expect([position, doneAhead]).toEqual([start, [102]])
    const continued = progressOf({ doneAhead })
    read(continued, '1:2', '2:1', '3:1')
    const [first, third] = started(continued)
    expect(names([first!, third!])).toEqual(['1:2', '3:1'])
    ended(continued, third, null)
    expect(store(continued)).toMatchObject({ position: start, doneAhead: [103, 102] })
    ended(continued, first, null)
    expect(store(continued)).toMatchObject({ position: { position: 103 }, doneAhead: [] })
  })

  test('starts again what could not be sent, and leaves out what the endpoint is not to get', () => {
    const progress = progressOf()
    read(progress, '1:2', '1:3', '2:1')
    const [first, other] = started(progress)
    progress.release(first!)
    const [again] = started(progress)
    expect(names([again!])).toEqual(['1:2'])
    progress.leaveOut(again!)
    progress.leaveOut(other!, true)
    expect(store(progress)).toMatchObject({ position: { position: 101 }, doneAhead: [103], events: ['2:1 GAVE_UP'] })
    const [third] = started(progress)
    ended(progress, third, 'HTTP_STATUS')
    store(progress)
    progress.leaveOut(started(progress, now + minute)[0]!)
    expect(store(progress).events).toEqual(['1:3 GAVE_UP'])
    expect(progress.held.size).toBe(0)
  })

  test('sends no new events while it is not to, but what is held', () => {
    const progress = progressOf()
    read(progress, '1:2', '2:1')
    const job = progress.start(now, true)
    ended(progress, job, 'HTTP_STATUS')
    store(progress)
    expect(progress.start(now, false)).toBeUndefined()
    expect(names([progress.start(now + minute, false)!])).toEqual(['1:2'])
  })
})

describe('a follower of the feed', () => {
  const at = (position: number) => ({ position, caseId: 1, version: position })
  const expired = new RequestError('CURSOR_EXPIRED', 'Expired.')

  function followerAt(position: number, ...answers: (number | Error)[]) {
    const read: (FeedPosition | null)[] = []
    const next = (_id: number, _filter: object, after: FeedPosition | null) => {
      read.push(after)
      const answer = answers[read.length - 1]!
      if (answer instanceof Error) return Promise.reject(answer)
      return Promise.resolve({ events: [], end: at(answer), hasMore: false })
    }
    const endpoint = { id: 1, filter: {}, position, positionCaseId: 1, positionVersion: position } as LeasedEndpoint
    const services = { reader: { next } as unknown as EventReader, log: pino({ level: 'silent' }) }
    return { read, follower: new FeedFollower(endpoint, services) }
  }

  test('continues at the oldest event if those after the stored position are no longer kept', async () => {
    const { read, follower } = followerAt(5, expired, 9)
    expect(await follower.next()).toBeNull()
    expect(await follower.next()).toMatchObject({ end: { position: 9 } })
    expect(read).toEqual([at(5), null])
  })

  test('does not do so if the database has lost what was read since', async () => {
    const { read, follower } = followerAt(5, 7, expired)
    expect(await follower.next()).toMatchObject({ end: { position: 7 } })
    await expect(follower.next()).rejects.toBe(expired)
    expect(read).toEqual([at(5), at(7)])
  })
})
