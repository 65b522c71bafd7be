import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/viewer/viewer.ts'
import { CaseQueue } from '../../../src/cases/change/case-queue.ts'
import { inTurn } from '../../../src/cases/change/in-turn.ts'
import type { Services } from '../../../src/context.ts'

describe('the queue of a case', () => {
  const fill = (queue: CaseQueue, token: string, places: number, until: Promise<void>) =>
    Array.from({ length: places }, () => queue.run(1, hashToken(token), () => until))
  const refusal = { code: 'UNAVAILABLE' }

  test('limits each session, and frees its places when its changes are done', async () => {
    const queue = new CaseQueue()
    const gate = Promise.withResolvers<void>()
    const waiting = fill(queue, 'one', 250, gate.promise)
    await expect(queue.run(1, hashToken('one'), async () => 'written')).rejects.toMatchObject(refusal)
    const ofAnother = queue.run(1, hashToken('two'), async () => 'written')
    await expect(queue.run(2, hashToken('one'), async () => 'written')).resolves.toBe('written')
    gate.resolve()
    await Promise.all(waiting)
    await expect(ofAnother).resolves.toBe('written')
    await expect(queue.run(1, hashToken('one'), async () => 'written')).resolves.toBe('written')
  })

  test('has a maximum length', async () => {
    const queue = new CaseQueue()
    const gate = Promise.withResolvers<void>()
    const waiting = ['one', 'two', 'three', 'four'].flatMap((token) => fill(queue, token, 250, gate.promise))
    await expect(queue.run(1, hashToken('five'), async () => 'written')).rejects.toMatchObject(refusal)
    gate.resolve()
    await Promise.all(waiting)
    await expect(queue.run(1, hashToken('five'), async () => 'written')).resolves.toBe('written')
  })

  test('gives a session back one place for each of its changes that is done', async () => {
    const queue = new CaseQueue()
    const [first, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const [firstDone] = fill(queue, 'one', 1, first.promise)
    const waiting = [...fill(queue, 'one', 249, gate.promise), ...fill(queue, 'two', 1, gate.promise)]
    first.resolve()
    await firstDone
    const [inItsPlace] = fill(queue, 'one', 1, gate.promise)
    await expect(queue.run(1, hashToken('one'), async () => 'written')).rejects.toMatchObject(refusal)
    gate.resolve()
    await Promise.all([...waiting, inItsPlace])
  })

  test('gives a session back all places while others are waiting', async () => {
    const queue = new CaseQueue()
    const [first, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const [firstDone] = fill(queue, 'one', 1, first.promise)
    const waiting = fill(queue, 'two', 1, gate.promise)
    first.resolve()
    await firstDone
    waiting.push(...fill(queue, 'one', 250, gate.promise))
    await expect(queue.run(1, hashToken('one'), async () => 'written')).rejects.toMatchObject(refusal)
    gate.resolve()
    await Promise.all(waiting)
  })

  test('is busy from a hundred changes on, and counts those that wait', async () => {
    const queue = new CaseQueue()
    const gate = Promise.withResolvers<void>()
    const running = fill(queue, 'one', 99, gate.promise)
    const ofAnotherCase = [1, 2, 3].map(() => queue.run(2, hashToken('one'), () => gate.promise))
    expect([queue.isBusy(1), queue.isBusy(2), queue.isBusy(3), queue.waiting]).toEqual([false, false, false, 100])
    running.push(...fill(queue, 'one', 1, gate.promise))
    expect([queue.isBusy(1), queue.isBusy(2), queue.waiting]).toEqual([true, false, 101])
    gate.resolve()
    await Promise.all([...running, ...ofAnotherCase])
    expect([queue.isBusy(1), queue.waiting]).toEqual([false, 0])
  })

  test('runs one change at a time, also those that come while others are waiting', async () => {
    const queue = new CaseQueue()
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const order: number[] = []
    const change = (number: number, until: Promise<void>) =>
      queue.run(1, hashToken('one'), async () => {
        await until
        order.push(number)
      })
    const [one, two] = [change(1, first.promise), change(2, second.promise)]
    first.resolve()
    await one
    const three = change(3, Promise.resolve())
    // Another case is not kept waiting.
    await queue.run(2, hashToken('one'), async () => order.push(0))
    second.resolve()
    await Promise.all([two, three])
    expect(order).toEqual([1, 0, 2, 3])
  })

  test('continues after a failed change', async () => {
    const queue = new CaseQueue()
    const failed = queue.run(1, hashToken('one'), () => Promise.reject(new Error('Boom.')))
    const next = queue.run(1, hashToken('two'), async () => 'written')
    await expect(failed).rejects.toThrow('Boom.')
    await expect(next).resolves.toBe('written')
  })
})

test.each([
  ['wait in it if they may change the case', true, 1],
  ['do not if they may not', false, 2],
])('callers who find a busy queue %s', async (_name, mayChange, running) => {
  const context = { services: { caseQueue: new CaseQueue() } as Services }
  const blocked = Promise.withResolvers<void>()
  let count = 0
  const attempt = async () => {
    count++
    await blocked.promise
    return 'done'
  }
  const change = (index: number) =>
    inTurn({ context, key: { tokenHash: `${index}`, caseId: 1 } }, async () => mayChange, attempt)
  const changes = Array.from({ length: 101 }, (_, index) => change(index))
  await setImmediate()
  expect(count).toBe(running)
  blocked.resolve()
  expect(await Promise.all(changes)).toEqual(changes.map(() => 'done'))
})
