import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import type { EventPage } from '../../src/feed/event-page.ts'
import { EventStream, itemsOf, type Source } from '../../src/feed/event-stream.ts'
import { FeedCursors } from '../../src/feed/feed-cursors.ts'
import type { EventItem } from '../../src/feed/visible-events.ts'

const at = (position: number) => ({ position, caseId: 1, version: position })
const eventOf = (position: number, bytes: number) =>
  ({
    position: at(position),
    event: { changes: [{ path: ['subject'], from: null, to: 'x'.repeat(bytes) }] },
  }) as EventItem

const key = { challengeKey: '00'.repeat(32), now: new Date() }
const cursors = await new FeedCursors({ run: () => Promise.resolve([key]) as never }).load()

function openStream(items: EventItem[] = []) {
  const left: EventStream[] = []
  const source = {
    read: () => Promise.reject(new Error()),
    join: () => true,
    leave: (each) => void left.push(each),
  } satisfies Source
  const first: EventPage = { items, bytes: 0, end: at(0), hasMore: false }
  return { left, stream: new EventStream(source, cursors, {} as never, {} as never, first) }
}

test('a stream whose reader falls behind by more than 64 KiB ends, and what waited is not sent', async () => {
  const { left, stream } = openStream()
  stream.onClose = vi.fn<() => void>()
  const read = stream[Symbol.asyncIterator]()
  await read.next()
  for (let position = 1; position <= 3; position++) stream.push([eventOf(position, 30_000)], at(position))
  expect(left).toEqual([])
  stream.push([eventOf(4, 1)], at(4))
  expect(left).toEqual([stream])
  expect(stream.onClose).toHaveBeenCalledOnce()
  expect(await read.next()).toMatchObject({ done: true })
})

test('also many small events are too much for a reader who does not read', async () => {
  const { left, stream } = openStream()
  await stream[Symbol.asyncIterator]().next()
  for (let position = 1; position <= 250; position++) stream.push([eventOf(position, 0)], at(position))
  expect(left).toEqual([stream])
})

test('a stream takes more than 64 KiB at once, and more while nothing else waits', async () => {
  const { left, stream } = openStream()
  const read = stream[Symbol.asyncIterator]()
  await read.next()
  for (let position = 1; position <= 3; position++) {
    const next = read.next()
    stream.push([eventOf(position, 100_000)], at(position))
    expect((await next).value).toMatchObject({ items: [{ position: at(position) }], isLive: true })
  }
  expect(left).toEqual([])
})

test('a stream on which nothing happens advances the cursor of its reader after 15 seconds', async () => {
  vi.useFakeTimers()
  try {
    const { stream } = openStream()
    const read = stream[Symbol.asyncIterator]()
    await read.next()
    const next = read.next()
    // An event that the reader does not see.
    stream.push([], at(7))
    await vi.advanceTimersByTimeAsync(14_999)
    expect(await Promise.race([next, 'nothing'])).toBe('nothing')
    await vi.advanceTimersByTimeAsync(1)
    expect((await next).value).toEqual({ items: [], cursor: cursors.format(at(7)), isLive: true })
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['batches', (stream: EventStream) => stream],
  ['items', itemsOf],
])('a stream keeps nothing of its first page while it waits for further %s', async (_what, readerOf) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let page: WeakRef<EventItem>
  const openedWith = () => {
    const item = eventOf(1, 100_000)
    page = new WeakRef(item)
    return openStream([item]).stream
  }
  const stream = openedWith()
  const items = readerOf(stream)
  await items.next()
  const next = items.next()
  const isCollected = () => {
    collect()
    return page.deref() === undefined
  }
  await expect.poll(isCollected).toBe(true)
  stream.close()
  expect(await next).toEqual({ done: true, value: undefined })
})
