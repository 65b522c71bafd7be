import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { ConnectionLimit } from './connection-limit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Begins a stream, by default of server-sent events, instead of a response. The route writes to what it returns. */
    beginStream(reply: FastifyReply, contentType?: string | null): StreamWriter
  }
}

/** How far a reader may fall behind. */
const maximumBehind = 64 * 1024
/** How long a reader may take for what is sent page by page. */
const patienceMs = 60_000
/** How long the reader may take for the rest when the stream is over. */
const remainderMs = 5_000

/** Responses and bodies that are streams, and limit their own time. */
export const timedStreams = new WeakSet<ServerResponse | IncomingMessage>()

/** Gives the reader of a response as long as it needs, while it keeps reading. */
export function limitStall(response: ServerResponse): ServerResponse {
  timedStreams.add(response)
  return response.setTimeout(patienceMs, () => response.destroy())
}

/** Writes a stream of server-sent events. */
export class StreamWriter {
  readonly #response: ServerResponse
  #ending: NodeJS.Timeout | undefined

  constructor(response: ServerResponse) {
    this.#response = response
  }

  /** Calls the function when the stream ends, by either side. */
  onClose(listener: () => void): void {
    if (this.#response.destroyed) listener()
    else this.#response.once('close', listener)
  }

  /** Sends what has just happened. Returns whether the reader keeps up. Otherwise the connection is closed. */
  writeLive(chunks: readonly Uint8Array[]): boolean {
    const response = this.#response
    if (response.writableLength > maximumBehind) response.destroy()
    for (const chunk of chunks) if (!response.destroyed) response.write(chunk)
    return !response.destroyed
  }

  /** Sends parts, and waits for a slow reader after each. Returns false if the reader has left or does not read. */
  async write(chunks: readonly Uint8Array[]): Promise<boolean> {
    const response = this.#response
    for (const chunk of chunks) {
      if (response.destroyed) return false
      if (response.write(chunk)) continue
      const timer = setTimeout(() => response.destroy(), patienceMs)
      // Otherwise, each part of a slow reader would leave a listener behind.
      const waiting = new AbortController()
      const { signal } = waiting
      await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => {})
      waiting.abort()
      clearTimeout(timer)
    }
    return !response.destroyed
  }

  /** Nothing new follows. The connection of a reader that does not read is closed: it is not counted any more. */
  stop(): void {
    if (this.#response.writableLength > 0) this.#response.destroy()
    else this.#limitTime()
  }

  finish(): void {
    this.#response.end()
    this.#limitTime()
  }

  #limitTime(): void {
    const response = this.#response
    if (response.destroyed || this.#ending) return
    this.#ending = setTimeout(() => response.destroy(), remainderMs)
    this.onClose(() => clearTimeout(this.#ending))
  }
}

/** In total, streams are counted apart from other connections, each of which serves more than one request. */
export const eventStreams = fp(async (app, { connections }: { connections: ConnectionLimit }) => {
  app.decorate(
    'beginStream',
    (reply: FastifyReply, contentType: string | null = 'text/event-stream; charset=utf-8') => {
      const { raw, request } = reply
      const { context } = request
      context.services.acceptedCredentials.note(context)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      if (contentType !== null) raw.setHeader('content-type', contentType)
      // Its connection serves no further request. nginx would keep events back.
      raw.setHeader('connection', 'close')
      raw.setHeader('x-accel-buffering', 'no')
      timedStreams.add(raw)
      connections.beginStream(raw.socket ?? request.raw.socket)
      raw.flushHeaders()
      return new StreamWriter(raw)
    },
  )
})
