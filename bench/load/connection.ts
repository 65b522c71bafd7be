import { connect, type Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')
const responseTimeoutMs = 60_000

/**
 * A connection that sends one HTTP/1.1 request at a time. It writes and parses raw bytes, because an HTTP client would
 * use as much CPU time as the measured server.
 */
export class Connection {
  status = 0
  /** The status line and the headers of the response. */
  head = ''
  #socket: Socket
  #received = Buffer.allocUnsafe(64 * 1024)
  #length = 0
  #bodyStart = 0
  /** The end of the response; 0 until its head is complete. */
  #end = 0
  #resolve: () => void = () => {}
  #reject: (error: Error) => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const receive = (size: number, chunk: Uint8Array) => {
        connection.#receive(chunk.subarray(0, size))
        return true
      }
      const onread = { buffer: Buffer.allocUnsafe(64 * 1024), callback: receive }
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () => resolve(connection))
      const connection = new Connection(socket)
      const fail = (error: Error) => {
        reject(error)
        connection.#reject(error)
      }
      socket.on('error', fail)
      socket.on('close', () => fail(new Error('The server closed the connection.')))
      socket.setTimeout(responseTimeoutMs, () => {
        socket.destroy(new Error(`The server did not respond within ${responseTimeoutMs / 1000} s.`))
      })
    })
  }

  send(request: string): Promise<void> {
    this.#length = 0
    this.#end = 0
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('The server closed the connection.'))
      this.#resolve = resolve
      this.#reject = reject
      this.#socket.write(request, 'latin1')
    })
  }

  /** The body of the response, until the next request is sent. */
  body(): Buffer {
    return this.#received.subarray(this.#bodyStart, this.#end)
  }

  close(): void {
    this.#socket.removeAllListeners('close')
    this.#socket.destroy()
  }

  #receive(chunk: Uint8Array): void {
    this.#reserve(this.#length + chunk.length)
    this.#received.set(chunk, this.#length)
    this.#length += chunk.length
    if (this.#end === 0) this.#parseHead()
    if (this.#end > 0 && this.#length >= this.#end) this.#resolve()
  }

  #parseHead(): void {
    const at = this.#received.subarray(0, this.#length).indexOf(headEnd)
    if (at < 0) return
    const head = this.#received.toString('latin1', 0, at + 2)
    const isEmpty = head.startsWith('204', 9)
    const length = isEmpty ? '0' : /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
    if (length === undefined) return this.#reject(new Error(`The response has no Content-Length:\n${head}`))
    this.head = head
    this.status = Number(head.slice(9, 12))
    this.#bodyStart = at + headEnd.length
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
