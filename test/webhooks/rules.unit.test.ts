import { describe, expect, test } from 'vitest'
import { deliveryAfter, healthAfter, nextAttempt } from '../../src/webhooks/delivery/schedule.rules.ts'
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
    expect(nextAttempt(failures, 7, 0)).toEqual(new Date(7 + delay))
    expect(nextAttempt(failures, 7, 1)).toEqual(new Date(Math.ceil(7 + delay * 1.1)))
  })

  test('ends after ten attempts', () => {
    expect(nextAttempt(10, 7, 0)).toBeNull()
  })
})

describe('an endpoint', () => {
  const now = 10 * fiveDays
  const [success, failure] = [
    { failure: null, httpStatus: 204 },
    { failure: 'HTTP_STATUS', httpStatus: 500 },
  ] as const
  type Health = Parameters<typeof healthAfter>[0]
  const health = (state: Health['state'], failures: number, since: number | null): Health =>
    ({ state, failures, failingSince: since === null ? null : new Date(now - since) }) as Health
  const healthy = health('ACTIVE', 0, null)
  test.each([
    ['that fails for the first time', healthy, failure, health('ACTIVE', 1, 0)],
    ['that fails for the ninth time', health('ACTIVE', 8, fiveDays - 1), failure, health('ACTIVE', 9, fiveDays - 1)],
    ['that fails for the tenth time', health('ACTIVE', 9, 1), failure, health('FAILING', 10, 1)],
    ['that accepts an event again', health('FAILING', 12, 1), success, healthy],
    ['that fails for five days', health('FAILING', 12, fiveDays), failure, health('DISABLED_FAILING', 13, fiveDays)],
    ['that answers 410', healthy, { ...failure, httpStatus: 410 }, health('DISABLED_GONE', 1, 0)],
  ])('%s', (_what, before, attempt, after) => {
    expect(healthAfter(before, attempt, now)).toEqual(after)
  })

  test.each(['DISABLED', 'DISABLED_GONE', 'DISABLED_FAILING'] as const)('stays %s when an attempt ends', (state) => {
    const disabled = health(state, 10, fiveDays)
    for (const late of [success, failure]) expect(healthAfter(disabled, late, now)).toEqual(disabled)
  })
})

describe('a delivery', () => {
  const attempt = (failure: WebhookFailure | null) => ({
    at: '',
    durationMs: 1,
    httpStatus: failure ? 500 : 204,
    failure,
  })
  const before = { attempts: [], failures: 0 }

  test('that was accepted is done', () => {
    const accepted = attempt(null)
    const after = { attempts: [accepted], failures: 0, status: 'DELIVERED', nextAttemptAt: null }
    expect(deliveryAfter(before, accepted, 7, 0)).toEqual(after)
  })

  test('is given up after ten failed attempts, of which it keeps the last 20', () => {
    let delivery: Parameters<typeof deliveryAfter>[0] = { attempts: Array(15).fill(attempt('TLS')), failures: 0 }
    for (let count = 1; count <= 10; count++) {
      const after = deliveryAfter(delivery, attempt('TIMEOUT'), 7, 0)
      expect(after).toMatchObject({ failures: count, status: count < 10 ? 'WAITING' : 'GAVE_UP' })
      expect(after.nextAttemptAt).toEqual(nextAttempt(count, 7, 0))
      delivery = after
    }
    expect(delivery.attempts.map(({ failure }) => failure)).toEqual([
      ...Array(10).fill('TLS'),
      ...Array(10).fill('TIMEOUT'),
    ])
  })

  test.each(['UNSEEN', 'LOST'] as const)('is given up if the event is %s', (outcome) => {
    expect(deliveryAfter(before, outcome, 7, 0)).toMatchObject({ ...before, status: 'GAVE_UP', nextAttemptAt: null })
  })
})
