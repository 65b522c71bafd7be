import { afterEach, describe, expect, test } from 'vitest'
import { startBucket } from '../support/attachments/bucket.ts'
import { get, randomContent, sendFile, sha256, upload } from '../support/attachments/upload.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'

const bucket = await startBucket()
const server = useServer({ env: { ...bucket.env, ATTACHMENT_MAX_SIZE: '2000000' } })
const content = randomContent(1_500_000)
const stream = () => new Blob([content]).stream()
const rows = async () => (await sql(server.database, 'select from attachments where sha256 is not null')).length

afterEach(() => bucket.fail('none'))

test.each([
  ['a known size', () => content],
  ['an unknown size', stream],
])('a content of %s is an object of the bucket, and in no row', async (_what, body) => {
  const file = await upload(server.url, body())
  expect(await bucket.keys()).toContain(file.id.split(':')[1])
  const response = await get(server.url, file.contentPath)
  expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(content))
  const part = await get(server.url, file.contentPath, { headers: { range: 'bytes=1000-1999' } })
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true)
  expect(await sql(server.database, 'select from attachment_chunks')).toEqual([])
})

describe('an upload fails with 503 and leaves nothing', () => {
  test.each([
    ['the bucket has an error', 'error'],
    ['it closes the connection', 'cut'],
    ['it has another content', 'wrong tag'],
  ] as const)('if %s', async (_what, failure) => {
    const [keys, before] = [await bucket.keys(), await rows()]
    for (const body of [content, stream()]) {
      bucket.fail(failure)
      const response = await sendFile(server.url, body)
      expect([response.status, await response.json()]).toMatchObject([503, { code: 'unavailable' }])
      bucket.fail('none')
    }
    expect([await bucket.keys(), await rows()]).toEqual([keys, before])
    // The bucket may store it later, so the sweep looks again.
    const left = await sql<{ size: number }>(server.database, 'select size from attachments where sha256 is null')
    expect(left.every(({ size }) => size === 0)).toBe(true)
  })
})

test.each([
  ['announced', randomContent(2_000_001)],
  ['sent in chunks', new Blob([randomContent(2_000_001)]).stream()],
])('a content that is too large is 413 and leaves nothing, if its size is %s', async (_how, body) => {
  const [keys, before] = [await bucket.keys(), await rows()]
  expect((await sendFile(server.url, body)).status).toBe(413)
  expect([await bucket.keys(), await rows()]).toEqual([keys, before])
})

test('a content that is cut off on its way is not mistaken for a whole one', async () => {
  const { contentPath } = await upload(server.url, content)
  bucket.fail('cut answer', ['GET'])
  const response = await get(server.url, contentPath)
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
})

test('a deleted file is removed from the bucket by the sweep, also if the bucket was away', async () => {
  const { id } = await upload(server.url, content)
  const uuid = id.split(':')[1]!
  await sql(server.database, `update attachments set sha256 = null, remove_at = now() where id = '${uuid}'`)
  const { Attachments } = await import('../../src/attachments/attachments.ts')
  const { readConfig } = await import('../../src/settings/config.ts')
  const { pino } = await import('pino')
  const sweeper = new Attachments(server.database, pino({ level: 'silent' }), readConfig(bucket.env).attachments)
  bucket.fail('error', ['DELETE'])
  await sweeper.run()
  expect(await bucket.keys()).toContain(uuid)
  bucket.fail('none')
  await sql(server.database, `update attachments set remove_at = now() where id = '${uuid}'`)
  await sweeper.run()
  expect(await bucket.keys()).not.toContain(uuid)
  expect(await sql(server.database, `select from attachments where id = '${uuid}'`)).toEqual([])
})
