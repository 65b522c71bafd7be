import { describe, expect, test } from 'vitest'
import { hashToken } from '../../src/auth/viewer.ts'
import { CaseQueue } from '../../src/cases/case-queue.ts'

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

  test('continues after a failed change', async () => {
    const queue = new CaseQueue()
    const failed = queue.run(1, hashToken('one'), () => Promise.reject(new Error('Boom.')))
    const next = queue.run(1, hashToken('two'), async () => 'written')
    await expect(failed).rejects.toThrow('Boom.')
    await expect(next).resolves.toBe('written')
  })
})
