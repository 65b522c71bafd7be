import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { sendFile, upload } from '../support/attachments/upload.ts'
import { sql } from '../support/database/database.ts'
import { credentialHeaders, olga, omar } from '../support/requests/credentials.ts'
import { openSocket, requestText } from '../support/requests/raw-socket.ts'
import { useServer } from '../support/server/server.ts'

/** Begins an upload that sends no more. */
async function stalledUpload(url: string, caller = olga): Promise<Socket> {
  const socket = await openSocket(url)
  const headers = { ...credentialHeaders(caller), 'content-length': 1_000 }
  socket.write(requestText('POST /api/v4/attachments?name=stalled.bin', headers))
  socket.write('x')
  return socket
}

const uploads = async (server: { database: Parameters<typeof sql>[0] }) => {
  const [row] = await sql<{ count: string }>(server.database, 'select count(*) from attachments where sha256 is null')
  return Number(row!.count)
}

describe('uploads at a time', () => {
  const server = useServer()

  test('are ten for a session, which are given back however they end', async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => stalledUpload(server.url)))
    await expect.poll(() => uploads(server)).toBe(10)
    const refused = await sendFile(server.url, 'x')
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'tooManyRequests' }])
    expect((await sendFile(server.url, 'x', omar)).status).toBe(201)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => uploads(server)).toBe(0)
    for (const _ of sockets) expect((await sendFile(server.url, 'x')).status).toBe(201)
    const [row] = await sql<{ count: string }>(server.database, 'select count(*) from attachment_chunks')
    expect(Number(row!.count)).toBe(11)
  })
})

describe('with uploads switched off', () => {
  const server = useServer({ env: { ATTACHMENT_MAX_SIZE: '0' } })

  test('an upload is forbidden', async () => {
    const response = await sendFile(server.url, 'x')
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'forbidden' }])
  })
})

describe('with accepted types', () => {
  const server = useServer({ env: { ATTACHMENT_TYPES: 'image/*,text/plain' } })
  const rows = async () => (await sql(server.database, 'select from attachments')).length

  test.each([
    ['a PDF', '%PDF-1.7\n', /is application\/pdf. It must be one of: image\/\*, text\/plain/],
    ['bytes', Uint8Array.of(0xc3, 0x28, 0x41), /is application\/octet-stream/],
  ])('%s is refused', async (_what, body, detail) => {
    const before = await rows()
    const response = await sendFile(server.url, body)
    expect([response.status, await response.json()]).toMatchObject([
      415,
      { code: 'unsupportedMediaType', detail: expect.stringMatching(detail) },
    ])
    expect(await rows()).toBe(before)
  })

  test('a text is accepted', async () => {
    expect(await upload(server.url, 'text')).toMatchObject({ mediaType: 'text/plain' })
  })
})
