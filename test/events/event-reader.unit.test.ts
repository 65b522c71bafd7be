import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { bytesOf, type EventPart } from '../../src/feed/event-page.ts'
import { eventParts, itemsOf } from '../../src/feed/event-reader.ts'
import type { EventItem } from '../../src/feed/visibility/visible-events.ts'

const at = (position: number) => ({ position, caseId: 1, version: position })
const eventOf = (position: number, bytes: number) =>
  ({
    position: at(position),
    event: { changes: [{ path: ['subject'], from: null, to: 'x'.repeat(bytes) }] },
  }) as EventItem

/** The parts of a feed that grows. A page has at most 32 KiB. */
class Feed {
  readonly items: EventItem[] = []
  isAllowed = true
  #advanced = Promise.withResolvers<boolean>()

  add(...items: EventItem[]): void {
    this.items.push(...items)
    this.#advanced.resolve(true)
    this.#advanced = Promise.withResolvers()
  }

  #part(after: number, maximumBytes: number): EventPart {
    const part: EventPart = { items: [], bytes: 0, end: at(after), hasMore: false, isLive: maximumBytes === Infinity }
    for (const item of this.items.filter(({ position }) => position.position > after)) {
      if (part.bytes >= maximumBytes) return { ...part, hasMore: true }
      part.end = item.position
      if (item.event.changes.length === 0) continue
      part.items.push(item)
      part.bytes += bytesOf(item)
    }
    return part
  }

  async read(quietMs = 3_600_000, closing = new AbortController()) {
    const relay = {
      advanced: (position: number, ms: number, signal: AbortSignal) => {
        if ((this.items.at(-1)?.position.position ?? 0) > position) return Promise.resolve(true)
        const ended = new Promise<false>((resolve) => {
          setTimeout(() => resolve(false), ms)
          signal.addEventListener('abort', () => resolve(false))
        })
        return Promise.race([this.#advanced.promise, ended])
      },
    }
    const source = {
      relay,
      quietMs,
      refresh: () => Promise.resolve(this.isAllowed),
      page: (after: { position: number } | null) => Promise.resolve(this.#part(after?.position ?? 0, 32 * 1024)),
      live: (after: { position: number }) => Promise.resolve(this.#part(after.position, Infinity)),
    }
    return eventParts(source, at(0), closing)
  }
}

const none = { id: 0, event: { changes: [] } }

test.each([
  [2, [1, 2]],
  [3, [1, null]],
] as [number, (number | null)[]][])(
  'a reader who does not read for a while, while %i events of 32 KiB happen, gets %j',
  async (count, expected) => {
    const feed = new Feed()
    const closing = new AbortController()
    const onClose = vi.fn<() => void>()
    closing.signal.addEventListener('abort', onClose)
    const reader = await feed.read(undefined, closing)
    await reader.next()
    await sleep(1_100)
    for (let position = 1; position <= count; position++) feed.add(eventOf(position, 32 * 1024))
    const read: (number | null)[] = []
    while (read.length < expected.length) read.push((await reader.next()).value?.items[0]?.position.position ?? null)
    expect(read).toEqual(expected)
    const isOver = expected.includes(null)
    expect(closing.signal.aborted).toBe(isOver)
    expect(onClose).toHaveBeenCalledTimes(Number(isOver))
  },
)

test('a reader who reads gets more than 64 KiB at once, of what happens and of what happened before', async () => {
  const feed = new Feed()
  for (let position = 1; position <= 9; position++) feed.add(eventOf(position, 32 * 1024))
  const reader = await feed.read()
  for (let position = 1; position <= 9; position++) {
    expect((await reader.next()).value).toMatchObject({ items: [{ position: at(position) }], isLive: false })
  }
  const next = reader.next()
  feed.add(eventOf(10, 100_000), eventOf(11, 100_000))
  expect((await next).value).toMatchObject({ items: [{ position: at(10) }, { position: at(11) }], isLive: true })
})

test('while nothing happens that a reader sees, its cursor advances after 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const feed = new Feed()
    const reader = await feed.read(15_000)
    await reader.next()
    const next = reader.next()
    feed.add({ ...none, position: at(7) } as unknown as EventItem)
    await vi.advanceTimersByTimeAsync(14_999)
    expect(await Promise.race([next, Promise.resolve('nothing')])).toBe('nothing')
    await vi.advanceTimersByTimeAsync(1)
    expect((await next).value).toMatchObject({ items: [], end: at(7), isLive: true })
  } finally {
    vi.useRealTimers()
  }
})

test('a reader who may not read any more is told within 5 seconds, although nothing happens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const feed = new Feed()
    const reader = await feed.read()
    await reader.next()
    const next = reader.next()
    feed.isAllowed = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await next).toEqual({ done: true, value: undefined })
  } finally {
    vi.useRealTimers()
  }
})

test('a reader gets nothing of a part that is read when it leaves', async () => {
  const feed = new Feed()
  // More than fits on a page.
  feed.add(eventOf(1, 40_000), eventOf(2, 40_000))
  const closing = new AbortController()
  const reader = await feed.read(undefined, closing)
  expect((await reader.next()).value).toMatchObject({ items: [feed.items[0]], hasMore: true })
  const next = reader.next()
  await Promise.resolve()
  closing.abort()
  expect(await next).toEqual({ done: true, value: undefined })
})

test('a reading that ends before its first part is used has no parts', async () => {
  const feed = new Feed()
  feed.add(eventOf(1, 1))
  const closing = new AbortController()
  const reader = await feed.read(undefined, closing)
  closing.abort()
  expect(await reader.next()).toEqual({ done: true, value: undefined })
})

test('a reading whose first part cannot be read is closed', async () => {
  const failing = {
    relay: { advanced: () => Promise.resolve(false) },
    quietMs: 0,
    refresh: () => Promise.resolve(true),
    page: () => Promise.reject(new Error('away')),
  }
  const closing = new AbortController()
  await expect(eventParts(failing, at(0), closing)).rejects.toThrow('away')
  expect(closing.signal.aborted).toBe(true)
})

test('a reader who may not read any more gets nothing more', async () => {
  const feed = new Feed()
  const reader = await feed.read()
  await reader.next()
  feed.isAllowed = false
  feed.add(eventOf(1, 1))
  expect(await reader.next()).toEqual({ done: true, value: undefined })
})

test.each([
  ['parts', (parts: AsyncGenerator<EventPart>) => parts],
  ['items', itemsOf],
])('a reader keeps nothing of its first page while it waits for further %s', async (_what, readerOf) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const feed = new Feed()
  const closing = new AbortController()
  let item: WeakRef<EventItem>
  const begin = async () => {
    feed.add(eventOf(1, 100_000))
    item = new WeakRef(feed.items[0]!)
    const reader = await feed.read(undefined, closing)
    feed.items.splice(0)
    return reader
  }
  const reader = await begin()
  const read = readerOf(reader)
  await read.next()
  const next = read.next()
  const isCollected = () => {
    collect()
    return item.deref() === undefined
  }
  await expect.poll(isCollected).toBe(true)
  closing.abort()
  expect(await next).toEqual({ done: true, value: undefined })
})
