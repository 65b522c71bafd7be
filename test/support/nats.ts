import { existsSync } from 'node:fs'
import { connect as connectTo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { type BackgroundProcess, startInBackground } from '../../torture/background-process.ts'
import { afterFile } from './cleanup.ts'

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
const program = folders.map((folder) => join(folder, 'nats-server')).find(existsSync)

export const hasNatsServer = program !== undefined

/** A NATS server with JetStream, whose streams are in the folder. It is killed after the test file at the latest. */
export async function startNats(folder: string, port: number): Promise<BackgroundProcess> {
  const server = startInBackground(program!, ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', `${port}`], process.env)
  afterFile(async () => void server.child.kill('SIGKILL'))
  while (!(await accepts(port))) await sleep(20)
  return server
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTo(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).once('data', () => socket.destroy())
  })
}

export interface StoredMessage {
  subject: string
  id: string
  cursor: string
  event: { id: string; [member: string]: unknown }
}

/** All messages of the stream in their order. None if there is no stream. */
export async function messagesIn(port: number): Promise<StoredMessage[]> {
  const connection = await connect({ servers: `127.0.0.1:${port}` })
  try {
    const { streams } = await jetstreamManager(connection)
    const state = await streams.info('casegate').then(
      (info) => info.state,
      () => null,
    )
    const messages: StoredMessage[] = []
    for (let seq = state?.first_seq ?? 1; seq <= (state?.last_seq ?? 0); seq++) {
      const message = (await streams.getMessage('casegate', { seq }))!
      const [id, cursor] = [message.header.get('Nats-Msg-Id'), message.header.get('Casegate-Cursor')]
      messages.push({ subject: message.subject, id, cursor, event: message.json() })
    }
    return messages
  } finally {
    await connection.close()
  }
}
