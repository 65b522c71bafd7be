import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { RequestError } from '../../errors/request-error.ts'
import { timedStreams } from '../connections/event-streams.ts'

/** How long the caller may send nothing, and how long the whole body may take. */
const stallMs = 30_000
const totalMs = 60 * 60_000

/** Adds a route whose handler reads the body as a stream. */
export async function takeStreams(app: FastifyInstance, route: RouteOptions): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // Browsers read the response to a body that was refused only when they have sent all of it.
  app.addHook('onSend', (request, reply, payload, next) => {
    if (!request.raw.complete) reply.raw.once('finish', () => endUnread(request))
    next(null, payload)
  })
  app.route(route)
}

function endUnread({ raw }: FastifyRequest): void {
  if (raw.complete) return
  const timer = setTimeout(() => raw.socket.destroy(), stallMs)
  raw.once('close', () => clearTimeout(timer)).resume()
}

/** The body of a request, and its size if the caller has announced it. The body fails with REQUEST_TIMEOUT if the caller stalls. */
export function receiveBody({ raw }: FastifyRequest): { body: AsyncIterable<Uint8Array>; size: number | undefined } {
  const announced = raw.headers['content-length']
  const size =
    announced === undefined ? (raw.headers['transfer-encoding'] === undefined ? 0 : undefined) : Number(announced)
  timedStreams.add(raw)
  return { body: chunksOf(raw), size }
}

async function* chunksOf(raw: FastifyRequest['raw']): AsyncGenerator<Uint8Array> {
  // The response to a body that is refused has to be sent.
  const chunks = raw.iterator({ destroyOnReturn: false })
  const until = performance.now() + totalMs
  for (;;) {
    const next = await inTime(chunks.next(), Math.min(stallMs, until - performance.now()))
    if (next.done) return
    yield next.value as Uint8Array
  }
}

/** Counts the time in which the caller is waited for, and not that of storing what it sent. */
async function inTime<Result>(result: Promise<Result>, ms: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const error = () => new RequestError('REQUEST_TIMEOUT', 'The body did not arrive in time.')
  const timer = setTimeout(() => reject(error()), ms)
  return Promise.race([result, promise]).finally(() => clearTimeout(timer))
}
