import { describe, expect, test } from 'vitest'
import { adminData } from '../support/requests/configure.ts'
import { ada, carla, credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { get, png, randomContent, sendFile, sha256, upload } from '../support/attachments/upload.ts'
import { sql } from '../support/database/database.ts'
import { openSocket, requestText } from '../support/requests/raw-socket.ts'
import { useServer } from '../support/server/server.ts'

const maximum = 3 * 256 * 1024
const server = useServer({ env: { ATTACHMENT_MAX_SIZE: `${maximum}` }, data: adminData })
const rows = async () => {
  const [row] = await sql<{ files: string; chunks: string }>(
    server.database,
    'select (select count(*) from attachments) as files, (select count(*) from attachment_chunks) as chunks',
  )
  return row
}

describe('an upload', () => {
  test.each([
    ['one byte', 1],
    ['one row', 256 * 1024],
    ['one row and a byte', 256 * 1024 + 1],
    ['the maximum', maximum],
  ])('stores %s, whether or not its size is announced', async (_what, size) => {
    const content = randomContent(size)
    const stream = new Blob([content]).stream()
    for (const body of [content, stream]) {
      const file = await upload(server.url, body, { name: 'Foto 1 (é).bin' })
      expect(file).toMatchObject({ name: 'Foto 1 (é).bin', size, sha256: sha256(content) })
      const response = await get(server.url, file.contentPath)
      expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(content))
      expect(response.headers.get('etag')).toBe(`"${sha256(content)}"`)
    }
  })

  test('answers with its context and a location', async () => {
    const response = await sendFile(server.url, 'text', { ...paula, name: 'a.txt' })
    expect(response.status).toBe(201)
    const { context, attachment } = (await response.json()) as Record<string, { id: string }>
    expect(context).toEqual({ simpleProfile: { firstname: 'Paula', email: 'paula@example.com' } })
    const location = response.headers.get('location')!
    expect(location).toBe(`/api/v4/attachments/${attachment!.id.split(':')[1]}`)
    const read = await get(server.url, location, paula)
    expect(await read.json()).toEqual({ attachment })
  })

  test.each([
    ['image/png', png],
    ['application/pdf', '%PDF-1.7\n'],
    ['text/plain', '<html><script>alert(1)</script>'],
    ['text/plain', 'Grüße 👋'],
    ['application/octet-stream', Uint8Array.of(0xc3, 0x28, 0x41)],
  ])('recognises %s by the content, whatever the caller says', async (mediaType, content) => {
    const headers = { 'content-type': 'image/svg+xml' }
    expect(await upload(server.url, content, { headers })).toMatchObject({ mediaType })
  })

  test.each([
    ['no name', 400, '', { 'x-none': '' }],
    ['a slash', 400, 'a/b', {}],
    ['a backslash', 400, 'a\\b', {}],
    ['a control character', 400, 'a\r\nb', {}],
    ['256 characters', 400, 'x'.repeat(256), {}],
  ])('with %s in its name is malformed', async (_what, status, name, headers) => {
    const response = await sendFile(server.url, 'x', { name, headers })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code: 'malformedRequest', problems: [{ parameter: 'name' }] })
  })

  test('accepts a name of 255 characters outside the Basic Multilingual Plane', async () => {
    const name = '👋'.repeat(255)
    const file = await upload(server.url, 'x', { name })
    expect(file.name).toBe(name)
    const { headers } = await get(server.url, file.contentPath)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=/)
  })

  test.each([
    ['an unknown session', { token: 'unknown', touchpoint: 'desk' }, 401],
    ['an admin', ada, 403],
    ['a consumer', carla, 403],
  ])('of %s is rejected', async (_what, caller, status) => {
    const before = await rows()
    expect((await sendFile(server.url, 'x', caller)).status).toBe(status)
    expect(await rows()).toEqual(before)
  })

  test('without content is malformed', async () => {
    const response = await sendFile(server.url, '')
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'malformedRequest' }])
  })

  test.each([
    ['announced', randomContent(maximum + 1)],
    ['sent in chunks', new Blob([randomContent(maximum + 1)]).stream()],
  ])('that is too large is rejected, if its size is %s, and stores nothing', async (_how, body) => {
    const before = await rows()
    const response = await sendFile(server.url, body)
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'payloadTooLarge' }])
    expect(await rows()).toEqual(before)
  })

  test('whose body ends early stores nothing', async () => {
    const before = await rows()
    const headers = { ...credentialHeaders(olga), 'content-length': 600_000 }
    const socket = await openSocket(server.url)
    socket.write(requestText('POST /api/v4/attachments?name=cut.bin', headers))
    socket.write(Buffer.alloc(300_000))
    await expect.poll(rows).not.toEqual(before)
    socket.destroy()
    await expect.poll(rows).toEqual(before)
  })

  test.each([
    ['name', 201],
    ['name=x&nmae', 400],
  ])('with strict handling knows its parameters: %s', async (parameters, status) => {
    const url = `${server.url}/api/v4/attachments?${parameters}=x`
    const headers = { ...credentialHeaders(olga), prefer: 'handling=strict' }
    expect((await fetch(url, { method: 'POST', body: 'x', headers })).status).toBe(status)
  })
})

test('a person has at most 100 files that are not part of a comment, and ten times the maximum size', async () => {
  const person = (
    await sql<{ id: string }>(server.database, "select id from persons where email = 'omar@example.com'")
  )[0]!
  const omar = { token: 'demo-operator-omar', touchpoint: 'desk' }
  await sql(
    server.database,
    `insert into attachments (id, uploader_id, store, name, size, media_type, sha256, remove_at)
     select gen_random_uuid(), ${person.id}, 'DATABASE', 'x', 1, 'text/plain', 'x', now() + interval '1 hour' from generate_series(1, 99)`,
  )
  expect((await sendFile(server.url, 'x', omar)).status).toBe(201)
  const refused = await sendFile(server.url, 'x', omar)
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
  await sql(server.database, `delete from attachments where uploader_id = ${person.id} and sha256 = 'x'`)
  await sql(
    server.database,
    `insert into attachments (id, uploader_id, store, name, size, media_type, sha256, remove_at)
     values (gen_random_uuid(), ${person.id}, 'DATABASE', 'x', ${10 * maximum - 2}, 'text/plain', 'x', now() + interval '1 hour')`,
  )
  // One byte is that of the upload above.
  expect((await sendFile(server.url, 'x', omar)).status).toBe(201)
  expect((await sendFile(server.url, 'x', omar)).status).toBe(429)
  expect((await sendFile(server.url, new Blob(['x']).stream(), omar)).status).toBe(429)
})
