import { beforeEach, describe, expect, test, vi } from 'vitest'
import { FairQueue } from '../../src/database/fair-queue.ts'

const newQueue = (inTotal: number) => new FairQueue({ work: 'lists', inTotal, waiting: 1_000, pause: 1 })

/** Statements that run until they are ended, in the order in which they were started. */
function statements(queue: FairQueue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const results = new Map<string, Promise<unknown>>()
  return {
    started,
    results,
    send(session: string, name: string) {
      const result = queue.run(session, () => {
        started.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      })
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

const refuses = (result: unknown, code: string, message: string) =>
  expect(result).rejects.toMatchObject({ code, message: expect.stringContaining(message) })

describe('a fair queue', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    return () => vi.useRealTimers()
  })

  test('runs one statement of a session at a time, beside those of others', async () => {
    const { send, end, started } = statements(newQueue(8))
    for (const name of ['a1', 'a2', 'a3']) send('a', name)
    send('b', 'b1')
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a1', 'b1'])
    await end('a1', 0)
    expect(started).toEqual(['a1', 'b1', 'a2'])
  })

  test('a session of which more waits pauses for as long as its statement took, and leaves its place to others', async () => {
    const { send, end, started } = statements(newQueue(1))
    for (const name of ['a1', 'a2']) send('a', name)
    await end('a1', 900)
    await vi.advanceTimersByTimeAsync(890)
    send('b', 'b1')
    await end('b1', 0)
    expect(started).toEqual(['a1', 'b1'])
    await vi.advanceTimersByTimeAsync(20)
    expect(started).toEqual(['a1', 'b1', 'a2'])
  })

  test('a session of which nothing waits does not pause', async () => {
    const { send, end, started } = statements(newQueue(1))
    send('a', 'a1')
    await end('a1', 900)
    send('a', 'a2')
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a1', 'a2'])
  })

  test('serves the session first that was served least recently', async () => {
    const { send, end, started } = statements(newQueue(1))
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) send(name[0]!, name)
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name, 0)
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('rejects what waits for five seconds, and says whether the cause is the session or the service', async () => {
    const queue = newQueue(2)
    const { send, results, end } = statements(queue)
    for (const name of ['a1', 'b1', 'a2', 'c1']) send(name[0]!, name)
    await vi.advanceTimersByTimeAsync(5_000)
    await refuses(results.get('a2'), 'RATE_LIMITED', 'lists of this session take too much')
    await refuses(results.get('c1'), 'UNAVAILABLE', 'Too many lists are waiting.')
    expect(queue.waiting).toBe(0)
    for (const name of ['a1', 'b1']) await end(name, 0)
  })

  test('keeps nothing of sessions without work', async () => {
    const queue = newQueue(1)
    for (let session = 0; session < 100; session++) await queue.run(`${session}`, () => undefined)
    expect(queue.sessions).toBe(0)
  })

  test('rejects more than 1,000 waiting statements of a session, but not those of others', async () => {
    const queue = newQueue(1)
    const { send, results } = statements(queue)
    send('a', 'running')
    for (let number = 1; number <= 1_001; number++) send('a', `${number}`)
    send('b', 'other')
    await refuses(results.get('1001'), 'RATE_LIMITED', 'Too many lists of this session are waiting.')
    expect(queue.waiting).toBe(1_001)
  })

  test('continues after a statement that fails', async () => {
    const queue = newQueue(1)
    await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await queue.run('a', () => Promise.resolve(1))).toBe(1)
  })
})
