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

  test('leaves sessions over their budget a quarter of the slots, and the others first', async () => {
    const { send, end, started } = statements(new FairQueue(8))
    for (const session of ['a', 'b', 'c', 'd']) for (const number of [1, 2, 3]) send(session, `${session}${number}`)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2'])
    for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) await end(name, 1)
    // Sessions within their budget find a slot.
    for (const session of ['e', 'f', 'g', 'h']) send(session, `${session}1`)
    await vi.advanceTimersByTimeAsync(0)
    expect(started.slice(8)).toEqual(['e1', 'f1', 'g1', 'h1'])
    await end('c2', 1)
    await end('d1', 1)
    expect(started.slice(12)).toEqual(['a3'])
    await end('d2', 1)
    expect(started.slice(12)).toEqual(['a3', 'b3'])
    await end('e1', 1)
    expect(started.slice(12)).toEqual(['a3', 'b3'])
  })

  test('starts a waiting statement as soon as its session has its budget back', async () => {
    const { send, end, started, results } = statements(new FairQueue(4))
    send('b', 'b1')
    send('a', 'a1')
    await end('a1', 900)
    send('a', 'a2')
    await vi.advanceTimersByTimeAsync(250)
    expect(started).toEqual(['b1', 'a1'])
    await vi.advanceTimersByTimeAsync(60)
    expect(started).toEqual(['b1', 'a1', 'a2'])
    await end('a2', 1)
    await expect(results.get('a2')).resolves.toBeUndefined()
  })

  test('does not collect statements while sessions use less than they get back', async () => {
    const queue = new FairQueue(5)
    const waits: number[] = []
    for (let second = 0; second < 20; second++) {
      for (let session = 0; session < 12; session++) {
        const sentAt = performance.now()
        void queue.run(`${session}`, () => {
          waits.push(performance.now() - sentAt)
          return new Promise((resolve) => setTimeout(resolve, 300))
        })
        await vi.advanceTimersByTimeAsync(1_000 / 12)
      }
    }
    expect(waits).toHaveLength(240)
    expect(Math.max(...waits)).toBe(0)
  })

  test('serves the session that has used least', async () => {
    const { send, end, started } = statements(new FairQueue(1))
    for (const name of ['a1', 'a2', 'a3']) send('a', name)
    for (const name of ['b1', 'b2', 'b3']) send('b', name)
    await vi.advanceTimersByTimeAsync(0)
    for (const [name, ms] of [
      ['a1', 30],
      ['b1', 10],
      ['b2', 10],
      ['b3', 10],
    ] as const)
      await end(name, ms)
    expect(started).toEqual(['a1', 'b1', 'b2', 'b3', 'a2'])
  })

  test('takes turns between sessions that have used as much as is counted', async () => {
    const { send, end, started } = statements(new FairQueue(2))
    for (const session of ['a', 'b']) send(session, `${session}1`)
    await vi.advanceTimersByTimeAsync(9_000)
    for (const session of ['a', 'b']) for (const number of [2, 3]) send(session, `${session}${number}`)
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await end(name, 0)
    expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  })

  test('rejects what waits for five seconds, and says whether the cause is the session or the service', async () => {
    const queue = new FairQueue(3)
    const { send, results, started, end } = statements(queue)
    for (const name of ['a1', 'a2', 'a3']) send('a', name)
    for (const name of ['b1', 'c1']) send(name[0]!, name)
    await vi.advanceTimersByTimeAsync(5_000)
    const limited = { code: 'RATE_LIMITED', message: expect.stringContaining('lists of this session take too much') }
    await expect(results.get('a3')).rejects.toMatchObject(limited)
    await expect(results.get('c1')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('Too many lists are waiting.'),
    })
    expect(queue.waiting).toBe(0)
    // The others run and are over their budget.
    await end('a1', 0)
    send('a', 'a4')
    await vi.advanceTimersByTimeAsync(5_000)
    await expect(results.get('a4')).rejects.toMatchObject(limited)
    send('c', 'c2')
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c2'])
  })

  test('rejects more than 1,000 waiting statements of a session, but not those of others', async () => {
    const queue = new FairQueue(1)
    const { send, results } = statements(queue)
    send('a', 'running')
    for (let number = 1; number <= 1_001; number++) send('a', `${number}`)
    send('b', 'other')
    await expect(results.get('1001')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('Too many lists of this session are waiting.'),
    })
    expect(queue.waiting).toBe(1_001)
  })

  test('continues after a statement that fails', async () => {
    const queue = new FairQueue(1)
    await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await queue.run('a', () => Promise.resolve(1))).toBe(1)
  })
})
