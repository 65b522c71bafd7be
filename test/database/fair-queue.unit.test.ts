import { beforeEach, describe, expect, test, vi } from 'vitest'
import { FairQueue } from '../../src/database/fair-queue.ts'

/** Statements that run until they are ended, in the order in which they were started. */
function statements(queue: FairQueue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const results = new Map<string, Promise<unknown>>()
  return {
    started,
    results,
    send(session: string, name: string) {
      const work = () => {
        started.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      }
      const result = queue.run(session, work)
      result.catch(() => {})
      results.set(name, result)
    },
    async end(name: string, afterMs: number) {
      await vi.advanceTimersByTimeAsync(afterMs)
      ends.get(name)!()
      await results.get(name)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

describe('a fair queue', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    return () => vi.useRealTimers()
  })

  test('runs two statements of a session at a time', async () => {
    const { send, end, started } = statements(new FairQueue(8))
    for (const name of ['a1', 'a2', 'a3', 'a4']) send('a', name)
    send('b', 'b1')
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a1', 'a2', 'b1'])
    await end('a2', 10)
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  test('runs one statement at a time of all sessions that have used up their budget', async () => {
    const { send, end, started } = statements(new FairQueue(8))
    for (const session of ['a', 'b', 'c']) for (const number of [1, 2, 3]) send(session, `${session}${number}`)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2'])
    for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) await end(name, 1)
    expect(started).toHaveLength(6)
    // A session that used little is not held up.
    send('d', 'd1')
    await vi.advanceTimersByTimeAsync(0)
    expect(started.at(-1)).toBe('d1')
    await end('c2', 1)
    expect(started.slice(7)).toEqual(['a3'])
    await end('a3', 1)
    expect(started.slice(7)).toEqual(['a3', 'b3'])
  })

  test('gives sessions their budget back', async () => {
    const { send, end, started } = statements(new FairQueue(8))
    send('a', 'a1')
    send('b', 'b1')
    await end('a1', 1_000)
    send('a', 'a2')
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a1', 'b1'])
    await end('b1', 0)
    expect(started).toEqual(['a1', 'b1', 'a2'])
    await end('a2', 0)
    await vi.advanceTimersByTimeAsync(10_000)
    send('a', 'a3')
    send('a', 'a4')
    await vi.advanceTimersByTimeAsync(0)
    expect(started.slice(3)).toEqual(['a3', 'a4'])
  })

  test('serves the session that was served least recently', async () => {
    const { send, end, started } = statements(new FairQueue(1))
    for (const name of ['a1', 'a2', 'a3']) send('a', name)
    for (const name of ['b1', 'b2']) send('b', name)
    await vi.advanceTimersByTimeAsync(0)
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name, 1)
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  test('rejects what waits for five seconds, and more than 100 waiting statements of a session', async () => {
    const queue = new FairQueue(1)
    const { send, results, started, end } = statements(queue)
    send('a', 'running')
    for (let number = 1; number <= 101; number++) send('a', `${number}`)
    send('b', 'other')
    const unavailable = { code: 'UNAVAILABLE', message: expect.stringContaining('are waiting') }
    await expect(results.get('101')).rejects.toMatchObject(unavailable)
    expect(queue.waiting).toBe(101)
    await vi.advanceTimersByTimeAsync(5_000)
    await expect(results.get('1')).rejects.toMatchObject(unavailable)
    await expect(results.get('other')).rejects.toMatchObject(unavailable)
    expect(queue.waiting).toBe(0)
    await end('running', 0)
    send('b', 'next')
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['running', 'next'])
  })

  test('continues after a statement that fails', async () => {
    const queue = new FairQueue(1)
    await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await queue.run('a', () => Promise.resolve(1))).toBe(1)
  })
})
