import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type Credentials, carla, credentialHeaders, olga } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { needsOneProcess } from '../../support/server/load-balanced.ts'
import { useServer } from '../../support/server/server.ts'

describe('many callers who may not change a case', () => {
  const server = useServer({ env: { MAX_CONNECTIONS: '4000' } })
  const body = JSON.stringify({ categoryCode: 'BILLING', typeCode: 'REFUND', comments: ['Hello.'] })

  function update(id: number, caller: Credentials): string {
    const ofBody = { 'content-type': 'application/json', 'content-length': body.length }
    const headers = { host: 'localhost', connection: 'close', ...ofBody, ...credentialHeaders(caller) }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return `PUT /api/v4/cases/${id} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
  }

  /** Sends each request on a separate connection. The statuses arrive later. */
  async function sendAll(requests: string[]): Promise<{ statuses: Promise<string[]> }> {
    const { port } = new URL(server.url)
    const sockets = await Promise.all(
      requests.map(async () => {
        const socket = connect(Number(port), '127.0.0.1')
        await once(socket, 'connect')
        return socket
      }),
    )
    const statuses = sockets.map(async (socket, index) => {
      socket.write(requests[index]!)
      return (await text(socket)).slice(9, 12)
    })
    await expect.poll(() => sockets.every((socket) => socket.writableLength === 0)).toBe(true)
    return { statuses: Promise.all(statuses) }
  }

  test.each<[string, string, Credentials]>([
    ['401', 'because their token is unknown', { token: 'unknown', touchpoint: 'desk' }],
    ['400', 'because the case is not theirs', carla],
  ])('get %s %s, and do not block others', async (status, _why, caller) => {
    needsOneProcess('lets statements wait for longer than `casegate serve` lets them')
    const id = await server.addCase()
    const requests = [...Array<string>(1_100).fill(update(id, caller)), update(id, olga)]
    // The lock keeps every request from reading its session, so none of them finishes.
    const sent = await server.database.transaction(async (transaction) => {
      await transaction.run({ name: '', text: 'lock table sessions in access exclusive mode' })
      const all = await sendAll(requests)
      // A response to a later request shows that the server has read the earlier ones.
      await fetch(`${server.url}/graphql?query={__typename}`)
      return all
    })
    const statuses = await sent.statuses
    expect(statuses.length).toBe(requests.length)
    expect(statuses.slice(0, -1).filter((each) => each !== status)).toEqual([])
    expect(statuses.at(-1)).toBe('201')
    expect(await sql(server.database, 'select version from cases where id = $1', [id])).toEqual([{ version: 2 }])
  })
})
