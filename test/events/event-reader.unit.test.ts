import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { bytesOf, type EventPart } from '../../src/feed/event-page.ts'
import { EventReader, itemsOf } from '../../src/feed/event-reader.ts'
import type { EventItem } from '../../src/feed/visible-events.ts'

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

  read(quietMs = 3_600_000): EventReader {
    const source = {
      refresh: () => Promise.resolve(this.isAllowed),
      page: (after: { position: number } | null) => Promise.resolve(this.#part(after?.position ?? 0, 32 * 1024)),
      live: (after: { position: number }) => Promise.resolve(this.#part(after.position, Infinity)),
    }
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
    return new EventReader(relay, source, at(0), quietMs)
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
    const reader = feed.read()
    reader.onClose = vi.fn<() => void>()
    await reader.next()
    await sleep(1_100)
    for (let position = 1; position <= count; position++) feed.add(eventOf(position, 32 * 1024))
    const read: (number | null)[] = []
    while (read.length < expected.length) read.push((await reader.next()).value?.items[0]?.position.position ?? null)
    expect(read).toEqual(expected)
    const isOver = expected.includes(null)
    expect(reader.isClosed).toBe(isOver)
    expect(reader.onClose).toHaveBeenCalledTimes(Number(isOver))
  },
)

test('a reader who reads gets more than 64 KiB at once, of what happens and of what happened before', async () => {
  const feed = new Feed()
  for (let position = 1; position <= 9; position++) feed.add(eventOf(position, 32 * 1024))
  const reader = feed.read()
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
    const reader = feed.read(15_000)
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
    const reader = feed.read()
    await reader.next()
    const next = reader.next()
    feed.isAllowed = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await next).toEqual({ done: true, value: undefined })
  } finally {
    vi.useRealTimers()
  }
})

test('the end of a reading is that of what was returned, also if it ends while a part is read', async () => {
  const feed = new Feed()
  // More than fits on a page.
  feed.add(eventOf(1, 40_000), eventOf(2, 40_000))
  const reader = feed.read()
  expect((await reader.next()).value).toMatchObject({ items: [feed.items[0]], hasMore: true })
  const next = reader.next()
  await Promise.resolve()
  reader.close()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(reader.end).toEqual(at(1))
})

test('a reading that ends before its first part is used has not begun', async () => {
  const feed = new Feed()
  feed.add(eventOf(1, 1))
  const reader = feed.read()
  await reader.begin()
  reader.close()
  expect(await reader.next()).toEqual({ done: true, value: undefined })
  expect(reader.end).toEqual(at(0))
})

test('a reader whose first part cannot be read is closed', async () => {
  const failing = { refresh: () => Promise.resolve(true), page: () => Promise.reject(new Error('away')) }
  const reader = new EventReader({ advanced: () => Promise.resolve(false) }, failing, at(0), 0)
  await expect(reader.begin()).rejects.toThrow('away')
  expect(reader.isClosed).toBe(true)
})

test('a reader who may not read any more gets nothing more', async () => {
  const feed = new Feed()
  const reader = feed.read()
  await reader.next()
  feed.isAllowed = false
  feed.add(eventOf(1, 1))
  expect(await reader.next()).toEqual({ done: true, value: undefined })
})

test.each([
  ['parts', (reader: EventReader) => reader],
  ['items', itemsOf],
])('a reader keeps nothing of its first page while it waits for further %s', async (_what, readerOf) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const feed = new Feed()
  let item: WeakRef<EventItem>
  const begin = async () => {
    feed.add(eventOf(1, 100_000))
    item = new WeakRef(feed.items[0]!)
    const reader = feed.read()
    await reader.begin()
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
  reader.close()
  expect(await next).toEqual({ done: true, value: undefined })
})
