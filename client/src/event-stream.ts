/** A message of server-sent events. A message without data only has a new ID. */
export interface StreamMessage {
  id: string
  data: string
}

/** Reads server-sent events from pieces of text. The end of a message may come with a later piece. */
export class MessageReader {
  #rest = ''
  #id = ''
  #hasId = false
  #data: string[] = []

  /** Returns the messages that are complete. */
  read(text: string): StreamMessage[] {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop()!
    return lines.flatMap((line) => this.#readLine(line) ?? [])
  }

  #readLine(line: string): StreamMessage | undefined {
    if (line === '') return this.#finish()
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!
    if (field === 'data') this.#data.push(value)
    if (field === 'id') {
      this.#id = value
      this.#hasId = true
    }
    return undefined
  }

  #finish(): StreamMessage | undefined {
    const message = { id: this.#id, data: this.#data.join('\n') }
    const isEmpty = !this.#hasId && message.data === ''
    this.#data = []
    this.#hasId = false
    return isEmpty ? undefined : message
  }
}
