import { Connection, type Exchange } from '../bench/load.ts'

/**
 * What a client knows of its request: it was done, or it was refused and nothing was written, or neither; `unsent` is
 * one for which there was no connection.
 */
export type Fate = 'done' | 'refused' | 'unknown' | 'unsent'

export interface Reply {
  fate: Fate
  /** By performance.now(): when the last byte left, and when the answer was there or the connection broke. */
  sentAt: number
  endedAt: number
  /** The answer's status line and headers; empty where there was no answer. */
  head: string
  /** What is wrong with the answer, if it is none that a server in trouble may give. */
  wrong: string | null
}

/** Sends one request at a time, and connects anew where its connection is gone. */
export class Client {
  #port: () => number
  #connection: Connection | undefined

  constructor(port: () => number) {
    this.#port = port
  }

  async send({ request, check }: Exchange): Promise<Reply> {
    let sentAt = NaN
    try {
      const connection = (this.#connection ??= await Connection.open(this.#port()))
      const answered = connection.send(request)
      sentAt = performance.now()
      await answered
      const endedAt = performance.now()
      const body = connection.body()
      const problem = check(connection.status, body)
      const fate = problem === null ? 'done' : fateOf(connection.status, body.toString())
      const wrong = fate === null ? `${problem}: ${connection.status} ${body.toString('utf8', 0, 300)}` : null
      const { head } = connection
      if (/^connection: close\r$/im.test(head)) this.close()
      return { fate: fate ?? 'unknown', sentAt, endedAt, head, wrong }
    } catch {
      this.close()
      const fate = Number.isNaN(sentAt) ? 'unsent' : 'unknown'
      return { fate, sentAt, endedAt: performance.now(), head: '', wrong: null }
    }
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }
}

/** Null where the answer is neither done nor one that tells of trouble. */
function fateOf(status: number, body: string): Fate | null {
  if (status === 503 || (status === 200 && body.includes('"code":"UNAVAILABLE"'))) return 'refused'
  if (status === 500 || (status === 200 && body.includes('"code":"INTERNAL_SERVER_ERROR"'))) return 'unknown'
  return null
}
