import { readFile } from 'node:fs/promises'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, credsAuthenticator, headers, nanos, type NatsConnection } from '@nats-io/transport-node'
import { InternalError } from '../errors/internal-error.ts'
import { UsageError } from '../errors/usage-error.ts'
import type { PresentedEvent } from '../feed/event.rest.ts'
import type { NatsSettings } from '../settings/nats-settings.ts'

const subjects = 'casegate.case.>'
/** The stream that is created if none has the subjects. */
const newStream = 'casegate'
const cursorHeader = 'Casegate-Cursor'
const timeoutMs = 5_000

/**
 * A JetStream stream of events. Each message is published with the sequence number that it must get, so that what is published is a
 * piece of the feed without gaps or repetitions, even after failures or if others publish. After an error, it must be opened again.
 */
export class NatsStream implements AsyncDisposable {
  readonly name: string
  /** The cursor of the last message. Null if there is none. */
  readonly lastCursor: string | null
  readonly #connection: NatsConnection
  readonly #client: JetStreamClient
  #lastSequence: number

  private constructor(connection: NatsConnection, last: Awaited<ReturnType<typeof lastMessage>>) {
    this.name = last.name
    this.lastCursor = last.cursor
    this.#lastSequence = last.sequence
    this.#connection = connection
    this.#client = jetstream(connection, { timeout: timeoutMs })
  }

  /** Connects, and creates the stream if there is none. `retentionDays` is for how long a new one keeps messages. */
  static async open(settings: NatsSettings, retentionDays: number): Promise<NatsStream> {
    const { servers, isEncrypted, login, credentialsFile } = settings
    const connection = await connect({
      servers,
      name: 'casegate relay',
      timeout: timeoutMs,
      reconnect: false,
      ...(isEncrypted && { tls: {} }),
      ...login,
      ...(credentialsFile !== undefined && { authenticator: credsAuthenticator(await readFile(credentialsFile)) }),
    })
    try {
      const manager = await jetstreamManager(connection, { timeout: timeoutMs })
      return new NatsStream(connection, await lastMessage(manager, await streamName(manager, retentionDays)))
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  /** Resolves when the server has stored all of them. */
  async publish(events: readonly PresentedEvent[]): Promise<void> {
    const { max_payload: maximum = Infinity } = this.#connection.info ?? {}
    const stored = await Promise.all(
      events.map(({ cursor, type, body }, index) => {
        const payload = JSON.stringify(body)
        const bytes = Buffer.byteLength(payload)
        const id = String(body.id)
        if (bytes > maximum) {
          throw new UsageError(
            `${id} has ${bytes} bytes. Increase max_payload of the NATS server, which is ${maximum}.`,
          )
        }
        const fields = headers()
        fields.set(cursorHeader, cursor)
        const expect = { streamName: this.name, lastSequence: this.#lastSequence + index }
        return this.#client.publish(`casegate.${type}.${body.caseId}`, payload, { msgID: id, headers: fields, expect })
      }),
    )
    if (stored.some(({ duplicate }) => duplicate))
      throw new InternalError('The stream has one of the messages already.')
    this.#lastSequence += events.length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.close()
  }
}

async function streamName({ streams }: JetStreamManager, retentionDays: number): Promise<string> {
  const [name] = await streams.names(subjects).next()
  if (name !== undefined) return name
  const { config } = await streams.add({
    name: newStream,
    subjects: [subjects],
    max_age: nanos(retentionDays * 24 * 3_600_000),
  })
  return config.name
}

async function lastMessage({ streams }: JetStreamManager, name: string) {
  const { state } = await streams.info(name)
  const message = await streams.getMessage(name, { last_by_subj: subjects })
  const cursor = message && message.header.get(cursorHeader)
  if (cursor === '') throw new UsageError(`The last message of the stream ${name} has no header ${cursorHeader}.`)
  return { name, sequence: state.last_seq, cursor }
}
