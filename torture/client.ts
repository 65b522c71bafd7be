import { Connection } from '../bench/load/connection.ts'
import type { CheckedRequest } from '../bench/load/load.ts'

/**
 * The outcome of a request, as its client knows it: it was acknowledged; it was rejected with the promise that nothing was written;
 * its outcome is unknown; or it was never sent, because there was no connection.
 */
export type Outcome = 'acknowledged' | 'rejected' | 'unknown' | 'unsent'

export interface Reply {
  outcome: Outcome
  /** When the request was sent, and when the response was complete or the connection failed, by performance.now(). */
  sentAt: number
  endedAt: number
  /** The status line and headers of the response; empty if there was none. */
  head: string
  /** Describes the response if the API does not allow it. */
  violation: string | null
}

/** Sends one request at a time, and reconnects if its connection is closed. */
export class Client {
  #port: () => number
  #connection: Connection | undefined

  constructor(port: () => number) {
    this.#port = port
  }

  async send({ request, check }: CheckedRequest): Promise<Reply> {
    let sentAt = NaN
    try {
      const connection = (this.#connection ??= await Connection.open(this.#port()))
      const answered = connection.send(request)
      sentAt = performance.now()
      await answered
      const endedAt = performance.now()
      const { status, head } = connection
      const body = connection.body()
      const problem = check(status, body)
      const outcome = problem === null ? 'acknowledged' : failureOutcome(status, body.toString())
      const violation = outcome === null ? `${problem}: ${status} ${body.toString('utf8', 0, 300)}` : null
      if (/^connection: close\r$/im.test(head)) this.close()
      return { outcome: outcome ?? 'unknown', sentAt, endedAt, head, violation }
    } catch {
      this.close()
      const outcome = Number.isNaN(sentAt) ? 'unsent' : 'unknown'
      return { outcome, sentAt, endedAt: performance.now(), head: '', violation: null }
    }
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }
}

/** The outcome of a request that failed because the service was unavailable; null for any other failure. */
function failureOutcome(status: number, body: string): Outcome | null {
  if (status === 503 || (status === 200 && body.includes('"code":"UNAVAILABLE"'))) return 'rejected'
  // A load balancer has lost the connection to the server.
  if (status === 502) return 'unknown'
  if (status === 500 || (status === 200 && body.includes('"code":"INTERNAL_SERVER_ERROR"'))) return 'unknown'
  return null
}
