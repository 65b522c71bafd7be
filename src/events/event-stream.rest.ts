import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Executor } from '../graphql/executor.ts'
import type { RouteStream } from '../rest/route.ts'
import { checkCondition } from '../graphql/schema/connection.ts'
import { presentEvent } from '../feed/event.rest.ts'
import { openStream } from './open-stream.ts'

type StreamArguments = Parameters<typeof openStream>[1]

/** Streams events from a cursor on: after `Last-Event-ID` if it is sent, which browsers do when they connect again. */
async function streamEvents(
  reply: FastifyReply,
  { filter, after }: StreamArguments,
  executor: Executor,
): Promise<FastifyReply> {
  const { context, headers, server } = reply.request
  const { feedCursors, log } = context.services
  checkCondition(['filter'], filter)
  const lastId = headers['last-event-id']
  const { parts, closing } = await openStream(context, { filter, after: lastId ? String(lastId) : after })
  const writer = server.beginStream(reply)
  writer.onClose(() => closing.abort())
  closing.signal.addEventListener('abort', () => writer.stop())
  // Nothing of a part is kept while the stream waits for the next one, or for its reader.
  const nextChunks = async () => {
    const { value } = await parts.next()
    if (!value) return null
    const frames = await Promise.all(value.items.map((item) => frameOf(executor, context, item)))
    return { isLive: value.isLive, chunks: frames.length > 0 ? frames : [heartbeat(feedCursors.format(value.end))] }
  }
  const sendNext = async () => {
    const next = await nextChunks()
    return next !== null && (next.isLive ? writer.writeLive(next.chunks) : writer.write(next.chunks))
  }
  try {
    while (await sendNext());
  } catch (err) {
    log.warn({ err }, 'A stream ended because an event could not be loaded.')
  }
  closing.abort()
  writer.finish()
  return reply
}

/** Advances the cursor of the reader over events that it does not see. */
const heartbeat = (cursor: string) => Buffer.from(`: heartbeat\nid: ${cursor}\n\n`)

/** Readers who see an event in the same way share what is sent of it. */
const frames = new WeakMap<object, Promise<Buffer>>()

function frameOf(executor: Executor, context: FastifyRequest['context'], item: object): Promise<Buffer> {
  let frame = frames.get(item)
  if (!frame) frames.set(item, (frame = present(executor, context, item)))
  return frame
}

async function present(executor: Executor, context: FastifyRequest['context'], item: object): Promise<Buffer> {
  const { cursor, type, body } = await presentEvent(executor, context, item)
  return Buffer.from(`id: ${cursor}\nevent: ${type}\ndata: ${JSON.stringify(body)}\n\n`)
}

export const eventStream: RouteStream = {
  mediaType: 'text/event-stream',
  header: 'LastEventId',
  description:
    'The events as they are committed (server-sent events): `id` is the cursor, `event` is `case.` and the kind in lower case, and ' +
    '`data` is the event as JSON. A message without data advances the cursor.',
  send: streamEvents,
}
