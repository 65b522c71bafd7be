import { connect, type Socket } from 'node:net'

/** One request as it goes over the wire, and what makes its answer right. */
export interface Exchange {
  request: string
  /** Says what is wrong with the answer, or gives null. The body is valid during the call only. */
  check(status: number, body: Buffer): string | null
}

export interface Load {
  port: number
  connections: number
  seconds: number
  next(): Exchange
}

export interface Measurement {
  requestsPerSecond: number
  requests: number
  /** Milliseconds. */
  p50: number
  p99: number
  wrong: number
  /** What was wrong with the first wrong answer. */
  firstWrong: string | null
}

/**
 * Keeps every connection busy with one request after another. It writes and reads raw HTTP/1.1 on sockets, because
 * an HTTP client takes as much of the processor as the server that is measured.
 */
export async function run({ port, connections, seconds, next }: Load): Promise<Measurement> {
  const latencies: number[] = []
  let wrong = 0
  let firstWrong: string | null = null
  const started = performance.now()
  const end = started + seconds * 1000

  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await Connection.open(port)
      for (;;) {
        const exchange = next()
        const sent = performance.now()
        if (sent >= end) break
        await connection.send(exchange.request)
        const received = performance.now()
        const problem = exchange.check(connection.status, connection.body())
        if (problem !== null) {
          wrong++
          firstWrong ??= `${problem}: ${connection.status} ${connection.body().toString('utf8', 0, 500)}`
        }
        if (received <= end) latencies.push(received - sent)
      }
      connection.close()
    }),
  )
  latencies.sort((a, b) => a - b)
  const percentile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? NaN
  const requests = latencies.length
  return {
    requestsPerSecond: requests / seconds,
    requests,
    p50: percentile(0.5),
    p99: percentile(0.99),
    wrong,
    firstWrong,
  }
}

const headerEnd = Buffer.from('\r\n\r\n')

/** A connection that sends one request at a time. */
export class Connection {
  status = 0
  /** The answer's status line and headers. */
  head = ''
  #socket: Socket
  #received = Buffer.allocUnsafe(64 * 1024)
  #length = 0
  #bodyStart = 0
  /** Where the answer ends; 0 until its header is here. */
  #end = 0
  #resolve: () => void = () => {}
  #reject: (error: Error) => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const take = (size: number, chunk: Uint8Array) => {
        connection.#take(chunk.subarray(0, size))
        return true
      }
      const onread = { buffer: Buffer.allocUnsafe(64 * 1024), callback: take }
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () => resolve(connection))
      const connection = new Connection(socket)
      const fail = (error: Error) => {
        reject(error)
        connection.#reject(error)
      }
      socket.on('error', fail)
      socket.on('close', () => fail(new Error('The server closed a connection.')))
    })
  }

  send(request: string): Promise<void> {
    this.#length = 0
    this.#end = 0
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('The server closed a connection.'))
      this.#resolve = resolve
      this.#reject = reject
      this.#socket.write(request, 'latin1')
    })
  }

  body(): Buffer {
    return this.#received.subarray(this.#bodyStart, this.#end)
  }

  close(): void {
    this.#socket.removeAllListeners('close')
    this.#socket.destroy()
  }

  #take(chunk: Uint8Array): void {
    this.#reserve(this.#length + chunk.length)
    this.#received.set(chunk, this.#length)
    this.#length += chunk.length
    if (this.#end === 0) this.#readHeader()
    if (this.#end > 0 && this.#length >= this.#end) this.#resolve()
  }

  #readHeader(): void {
    const at = this.#received.subarray(0, this.#length).indexOf(headerEnd)
    if (at < 0) return
    const header = this.#received.toString('latin1', 0, at + 2)
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(header)?.[1]
    if (length === undefined) return this.#reject(new Error(`An answer without Content-Length:\n${header}`))
    this.head = header
    this.status = Number(header.slice(9, 12))
    this.#bodyStart = at + headerEnd.length
    this.#end = this.#bodyStart + Number(length)
    this.#reserve(this.#end)
  }

  #reserve(size: number): void {
    if (size <= this.#received.length) return
    const larger = Buffer.allocUnsafe(size * 2)
    this.#received.copy(larger, 0, 0, this.#length)
    this.#received = larger
  }
}
